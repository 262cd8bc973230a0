use super::*;

fn check(tags: &str, expected: Option<Direction>) {
    for tag in tags.split(", ") {
        assert_eq!(direction(tag), expected, "{tag}");
    }
}

const LTR: Option<Direction> = Some(Direction::Ltr);
const RTL: Option<Direction> = Some(Direction::Rtl);

/// The table of `bidi.md` section 3.2, row by row.
#[test]
fn the_table_of_tags_holds() {
    check("ar, AR, ar-SA, ar_SA, ara, arb, arz, ary", RTL);
    check("ar-Latn, fa-Latn, he-Latn, iw-Latn", LTR);
    check("fa, fas, per, fa-AF, prs", RTL);
    check("he, iw, heb, he-IL, he-IL-x-foo", RTL);
    check("yi, ji, yid, ydd, yi-Hebr", RTL);
    check("yi-Latn, dv-Latn, nqo-Latn", LTR);
    check("ur, urd, ur-PK, ur-Aran", RTL);
    check("ps, pus, pbt", RTL);
    check("dv, div, dv-MV", RTL);
    check("syr, syc, aii, arc, sam, mid", RTL);
    check("sd, snd, sd-PK", RTL);
    check("sd-Deva, sd-IN", LTR);
    check("ug, uig", RTL);
    check("ug-Cyrl, ug-KZ", LTR);
    check("ckb, sdh, lrc, mzn, glk, bal", RTL);
    check("ku, kur, kmr, ku-Latn", LTR);
    check("ku-Arab, kmr-Arab, ku-IQ", RTL);
    check("ks, ks-Arab, ks-IN", RTL);
    check("ks-Deva", LTR);
    check("pa, pan, pa-Guru", LTR);
    check("pa-Arab, pa-PK, pnb, lah, skr", RTL);
    check("az, az-Latn", LTR);
    check("az-Arab, az-IR, azb", RTL);
    check("uz, uz-Latn", LTR);
    check("uz-AF, uz-Arab", RTL);
    check("kk-Arab, kk-CN, ky-CN", RTL);
    check("tg, tg-AF", LTR);
    check("tg-Arab, ms-Arab, jv-Arab, ha-Arab, tr-Arab, so-Arab", RTL);
    check("ff, man", LTR);
    check("ff-Adlm, man-Nkoo, nqo", RTL);
    check("rhg, rhg-Rohg", RTL);
    check("lad, jrb, jpr", RTL);
    check("ota, und-Arab, und-Hebr, en-Hebr", RTL);
    check("und, mul, zxx, x-default, i-default, root, *", None);
    check("", None);
    assert_eq!(direction("he, en"), RTL);
    check("arabic, he_IL.UTF-8", RTL);
    check("en, en-US, tmh, cop, English", LTR);
}

#[test]
fn every_script_of_the_list_is_right_to_left() {
    let scripts = "Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero \
                   Narb Nbat Nkoo Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sidt Sogd Sogo Syrc Thaa Yezi";
    for script in scripts.split_whitespace() {
        check(&format!("und-{script}"), RTL);
    }
}

#[test]
fn posix_names_and_lists_are_understood() {
    check("ar_EG.UTF-8, fa_IR, HE_il.utf8, uz@arabic, syr-Syrj, fa-Aran", RTL);
    check("sr_RS@latin, uz_UZ@cyrillic", LTR);
    check("C, POSIX, c.UTF-8", None);
    assert_eq!(direction(" \n fa;q=0.8"), RTL);
    assert_eq!(direction("Hebrew (Israel)"), RTL);
}

#[test]
fn nonsense_counts_as_none() {
    check("12, --, _, @, ., xx-yy-zz-!!, \u{202E}", None);
    assert_eq!(direction(&"a-".repeat(100_000)), None);
}
