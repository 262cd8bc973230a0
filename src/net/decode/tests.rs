use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use proptest::prelude::*;

use super::*;

const MOST: u64 = 20 << 20;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

fn zstandard(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).expect("a vector takes all bytes")
}

/// RFC 7932 section 9.2: blocks of at most 65,536 bytes that are not compressed, and an empty last one.
fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut wire = Vec::new();
    let mut window = 1;
    for block in bytes.chunks(1 << 16) {
        // The window's size (only before the first block), not the last, four nibbles, the length less one, as it is.
        let length = u32::try_from(block.len() - 1).expect("a block is short");
        let head = length << (2 + 1 + window) | 1 << (16 + 2 + 1 + window);
        wire.extend_from_slice(&head.to_le_bytes()[..3]);
        wire.extend_from_slice(block);
        window = 0;
    }
    wire.push(if window == 1 { 0x06 } else { 0x03 });
    wire
}

fn undone(wire: Vec<u8>, codings: &[&str]) -> Result<Vec<u8>, NetError> {
    let codings: Vec<String> = codings.iter().map(|coding| (*coding).to_owned()).collect();
    decode(wire, &codings, MOST)
}

fn check(wire: Vec<u8>, codings: &[&str], expected: &[u8]) {
    assert_eq!(undone(wire, codings).as_deref(), Ok(expected), "{codings:?}");
}

/// Bytes that don't compress, so that a cut is in the middle of the stream.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    std::iter::repeat_with(&mut next).take(len).collect()
}

#[test]
fn each_coding_is_undone() {
    check(gzip(b"<rss/>"), &["gzip"], b"<rss/>");
    check(gzip(b"<rss/>"), &["X-GZIP"], b"<rss/>");
    check(zlib(b"<rss/>"), &["deflate"], b"<rss/>");
    check(brotli(b"<rss/>"), &["BR"], b"<rss/>");
    check(brotli(&noise(200_000)), &["br"], &noise(200_000));
    check(zstandard(b"<rss/>"), &["zstd"], b"<rss/>");
    check(b"<rss/>".to_vec(), &["identity"], b"<rss/>");
    check(b"<rss/>".to_vec(), &[], b"<rss/>");
}

#[test]
fn deflate_without_its_frame_is_undone() {
    check(deflate(b"<rss/>"), &["deflate"], b"<rss/>");
    check(deflate(&noise(300_000)), &["deflate"], &noise(300_000));
}

#[test]
fn all_members_of_a_gzip_body_count() {
    check([gzip(b"<rss>"), gzip(b""), gzip(b"</rss>")].concat(), &["gzip"], b"<rss></rss>");
}

#[test]
fn rubbish_behind_the_last_member_is_no_part() {
    check([gzip(b"<rss/>"), vec![0; 100]].concat(), &["gzip"], b"<rss/>");
    check([gzip(b"<rss/>"), b"\r\n".to_vec()].concat(), &["gzip"], b"<rss/>");
}

#[test]
fn a_wrong_label_does_no_harm() {
    check(b"<rss/>".to_vec(), &["gzip"], b"<rss/>");
    check(b" <rss/>".to_vec(), &["deflate"], b" <rss/>");
    check(b"{}".to_vec(), &["br"], b"{}");
    check(b"\xef\xbb\xbf<rss/>".to_vec(), &["utf-8"], b"\xef\xbb\xbf<rss/>");
    check(gzip(b"<rss/>"), &["deflate"], b"<rss/>");
    check(gzip(b"<rss/>"), &["br"], b"<rss/>");
}

#[test]
fn a_gzip_body_without_a_label_is_undone() {
    check(gzip(b"<rss/>"), &[], b"<rss/>");
}

#[test]
fn codings_on_top_of_each_other_are_undone() {
    check(gzip(&gzip(b"<rss/>")), &["gzip", "gzip"], b"<rss/>");
    check(gzip(&gzip(b"<rss/>")), &["gzip"], b"<rss/>");
    check(gzip(&zlib(b"<rss/>")), &["deflate", "gzip"], b"<rss/>");
    assert!(undone(gzip(b"x"), &["gzip"; 5]).is_err());
}

#[test]
fn an_empty_body_stays_empty_whatever_its_label() {
    for coding in ["gzip", "deflate", "br"] {
        check(Vec::new(), &[coding], b"");
    }
}

#[test]
fn what_breaks_off_is_told_from_what_ends() {
    for (whole, coding) in
        [(gzip(&noise(5000)), "gzip"), (zlib(&noise(5000)), "deflate"), (deflate(&noise(5000)), "deflate")]
    {
        for len in [whole.len() / 2, whole.len() - 1] {
            let result = undone(whole[..len].to_vec(), &[coding]);
            assert_eq!(result, Err(NetError::Truncated), "{coding} at {len} of {}", whole.len());
        }
    }
}

#[test]
fn a_broken_check_sum_is_an_error() {
    let mut wire = gzip(b"<rss/>");
    let at = wire.len() - 8;
    wire[at] ^= 1;
    assert!(matches!(undone(wire, &["gzip"]), Err(NetError::Decoding(_))));
}

#[test]
fn an_unknown_coding_is_named() {
    assert_eq!(undone(vec![1, 2, 3], &["compress"]), Err(NetError::Decoding("compress".into())));
    assert_eq!(undone(vec![0xff; 20], &["deflate"]), Err(NetError::Decoding("deflate".into())));
}

#[test]
fn zstd_in_several_frames_or_without_a_label_is_undone() {
    check([zstandard(b"<rss>"), zstandard(b"</rss>")].concat(), &["zstd"], b"<rss></rss>");
    check(zstandard(b"<rss/>"), &[], b"<rss/>");
    check(zstandard(&gzip(b"<rss/>")), &["gzip", "zstd"], b"<rss/>");
}

#[test]
fn a_label_of_brotli_or_zstd_on_plain_text_does_no_harm() {
    for text in ["<rss/>", "{\"version\": 1}", "[1]", "\n<rss>"] {
        for coding in ["br", "zstd"] {
            check(text.as_bytes().to_vec(), &[coding], text.as_bytes());
        }
    }
}

#[test]
fn brotli_and_zstd_that_break_off_are_cut_and_rubbish_is_an_error() {
    for (whole, coding) in [(brotli(&noise(2000)), "br"), (zstandard(&noise(2000)), "zstd")] {
        for len in [whole.len() / 2, whole.len() - 1] {
            assert_eq!(undone(whole[..len].to_vec(), &[coding]), Err(NetError::Truncated), "{coding} {len}");
        }
    }
    assert!(matches!(undone(vec![0xff; 20], &["br"]), Err(NetError::Decoding(_))));
    assert!(matches!(
        undone(vec![0x28, 0xb5, 0x2f, 0xfd, 0x08, 0x58, 1, 0, 0], &["zstd"]),
        Err(NetError::Decoding(_))
    ));
}

#[test]
fn zstd_may_not_ask_for_a_window_of_more_than_8_mib() {
    // RFC 8878 section 3.1.1.1: no check sum, no size, a window of 2^(10 + 20), then an empty last block.
    let wire = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 20 << 3, 0x01, 0x00, 0x00];
    assert!(matches!(undone(wire, &["zstd"]), Err(NetError::Decoding(_))));
    let wire = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 13 << 3, 0x01, 0x00, 0x00];
    check(wire, &["zstd"], b"");
}

#[test]
fn a_bomb_of_zstd_stops_at_the_ratio() {
    let wire = zstandard(&vec![b'a'; 30 << 20]);
    let result = undone(wire, &["zstd"]);
    assert!(matches!(result, Err(NetError::TooLarge(_))), "{result:?}");
}

#[test]
fn a_bomb_stops_at_the_ratio() {
    let wire = gzip(&vec![b'a'; 30 << 20]);
    let cap = 200 * u64::try_from(wire.len()).expect("it is small");
    assert!(cap < MOST);
    assert_eq!(undone(wire, &["gzip"]), Err(NetError::TooLarge(cap)));
}

#[test]
fn small_bodies_may_be_compressed_as_well_as_they_can() {
    let body = vec![b'a'; 1 << 20];
    check(gzip(&body), &["gzip"], &body);
    check(zlib(&body), &["deflate"], &body);
}

#[test]
fn every_way_to_decode_obeys_the_cap() {
    let body = noise(10_000);
    for (wire, coding) in [
        (gzip(&body), "gzip"),
        (zlib(&body), "deflate"),
        (deflate(&body), "deflate"),
        (brotli(&body), "br"),
        (zstandard(&body), "zstd"),
        (body.clone(), "identity"),
    ] {
        let result = decode(wire, &[coding.to_owned()], 9_999);
        assert_eq!(result, Err(NetError::TooLarge(9_999)), "{coding}");
    }
}

proptest! {
    #[test]
    fn what_was_coded_comes_back(body in prop::collection::vec(any::<u8>(), 0..2000)) {
        prop_assume!(!is_gzip(&body) && !is_plain(&body));
        for (wire, coding) in [
            (gzip(&body), "gzip"),
            (zlib(&body), "deflate"),
            (brotli(&body), "br"),
            (zstandard(&body), "zstd"),
        ] {
            prop_assert_eq!(undone(wire, &[coding]), Ok(body.clone()));
        }
    }

    #[test]
    fn no_bytes_make_it_fail_otherwise_than_with_an_error(
        mut body in prop::collection::vec(any::<u8>(), 0..200),
        magic in any::<bool>(),
    ) {
        if magic {
            body.splice(0..0, [0x1f, 0x8b, 0x08]);
        }
        for coding in ["gzip", "deflate", "br", "zstd"] {
            let _ = undone(body.clone(), &[coding]);
        }
    }
}
