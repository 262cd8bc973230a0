#!/usr/bin/env python3
"""Writes ../shape_table.rs: the presentation forms of Arabic letters, from Unicode's character data.

A form is a character in FB50..FDFF or FE70..FEFF whose compatibility decomposition is one letter marked
<isolated>, <final>, <initial> or <medial>. Ligatures are those of lam with an alef alone (two letters, lam first).

    python3 src/text/shape_table/generate.py        # uses the data of the Python that runs it

The forms have not changed since Unicode 4.1, so the version of Python does not matter.
"""

import pathlib
import unicodedata

ORDER = ["<isolated>", "<final>", "<initial>", "<medial>"]
LAM = 0x644
FIRST, LAST = 0x620, 0x6FF

letters, ligatures = {}, {}
for code in [*range(0xFB50, 0xFE00), *range(0xFE70, 0xFF00)]:
    tag, *parts = (unicodedata.decomposition(chr(code)) or "none").split()
    if tag not in ORDER:
        continue
    parts = [int(part, 16) for part in parts]
    if len(parts) == 1:
        forms = letters.setdefault(parts[0], [0] * 4)
        slot = ORDER.index(tag)
        forms[slot] = forms[slot] or code
    elif len(parts) == 2 and parts[0] == LAM and parts[1] in (0x622, 0x623, 0x625, 0x627):
        ligatures.setdefault(parts[1], [0] * 2)[ORDER.index(tag)] = code

assert all(FIRST <= letter <= LAST for letter in letters)
rows = "\n".join(
    f"    (0x{letter:04X}, [{', '.join(f'0x{form:04X}' if form else '0' for form in forms)}]),"
    for letter, forms in sorted(letters.items())
)
pairs = "\n".join(
    f"    (0x{alef:04X}, [0x{forms[0]:04X}, 0x{forms[1]:04X}])," for alef, forms in sorted(ligatures.items())
)
pathlib.Path(__file__).parent.with_suffix(".rs").write_text(
    f"""//! Presentation forms of Arabic letters. Written by `shape_table/generate.py` from Unicode's data: don't edit.

/// A letter with its isolated, final, initial and medial form; 0 where there is none. Sorted by letter.
pub(super) const FORMS: [(u16, [u16; 4]); {len(letters)}] = [
{rows}
];

/// An alef with the isolated and the final form of its ligature with a lam before it. Sorted by letter.
pub(super) const LAM_ALEF: [(u16, [u16; 2]); {len(ligatures)}] = [
{pairs}
];
"""
)
