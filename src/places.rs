//! Where things are kept on this platform.

use std::ffi::OsString;
use std::path::PathBuf;

use directories::ProjectDirs;

/// The folders and files of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The store, the socket and crash reports.
    pub data: PathBuf,
    /// The configuration file.
    pub config: PathBuf,
}

/// Neither an option nor the environment nor the platform names a folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no folder for data is known")]
pub struct NoPlace;

impl Places {
    /// From the options, else `HUDHUD_DATA_DIR` and `HUDHUD_CONFIG`, else the platform's folders.
    ///
    /// # Errors
    ///
    /// When the platform names none, for instance without a home.
    pub fn find(data: Option<PathBuf>, config: Option<PathBuf>) -> Result<Self, NoPlace> {
        let platform = ProjectDirs::from("", "", "hudhud").map(|folders| Self {
            data: folders.data_dir().to_owned(),
            config: folders.config_dir().join("config.toml"),
        });
        Self::choose(data, config, |name| std::env::var_os(name), platform)
    }

    /// The folder of the store.
    #[must_use]
    pub fn store(&self) -> PathBuf {
        self.data.join("store")
    }

    /// Each from the first that names it. An empty variable names nothing, as usual for those of folders (XDG Base
    /// Directory Specification).
    fn choose(
        data: Option<PathBuf>,
        config: Option<PathBuf>,
        variable: impl Fn(&str) -> Option<OsString>,
        platform: Option<Self>,
    ) -> Result<Self, NoPlace> {
        let named = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let (own_data, own_config) = platform.map(|own| (own.data, own.config)).unzip();
        Ok(Self {
            data: data.or_else(|| named("HUDHUD_DATA_DIR")).or(own_data).ok_or(NoPlace)?,
            config: config.or_else(|| named("HUDHUD_CONFIG")).or(own_config).ok_or(NoPlace)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        options: [Option<&str>; 2],
        variables: &[(&str, &str)],
        platform: bool,
        expected: Option<[&str; 2]>,
    ) {
        let [data, config] = options.map(|option| option.map(PathBuf::from));
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        };
        let own = Places { data: "own".into(), config: "own/config.toml".into() };
        let found = Places::choose(data, config, variable, platform.then_some(own));
        let expected =
            expected.map(|[data, config]| Places { data: data.into(), config: config.into() }).ok_or(NoPlace);
        assert_eq!(found, expected);
    }

    const VARIABLES: &[(&str, &str)] = &[("HUDHUD_DATA_DIR", "env"), ("HUDHUD_CONFIG", "env.toml")];

    #[test]
    fn options_come_before_the_environment_and_that_before_the_platform() {
        check([Some("opt"), Some("opt.toml")], VARIABLES, true, Some(["opt", "opt.toml"]));
        check([Some("opt"), None], VARIABLES, true, Some(["opt", "env.toml"]));
        check([None, None], VARIABLES, false, Some(["env", "env.toml"]));
        check([None, None], &VARIABLES[..1], true, Some(["env", "own/config.toml"]));
        check([None, None], &[], true, Some(["own", "own/config.toml"]));
    }

    #[test]
    fn an_empty_variable_names_nothing() {
        check([None, None], &[("HUDHUD_DATA_DIR", "")], true, Some(["own", "own/config.toml"]));
    }

    #[test]
    fn without_any_folder_there_is_no_place() {
        check([None, None], &[], false, None);
        check([Some("opt"), None], &[], false, None);
    }
}
