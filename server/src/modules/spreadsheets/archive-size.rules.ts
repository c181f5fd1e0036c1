const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
/** An entry that says it has no bytes is not bounded by what it says. */
const MOST_OF_EMPTY = 16;
/** The flag of an entry whose sizes may stand behind its bytes instead. */
const SIZES_BEHIND = 8;
/** Values that say: the number stands in a zip64 record. No file that is taken is so large that it needs one. */
const ELSEWHERE = 0xff_ff_ff_ff;
const COUNT_ELSEWHERE = 0xff_ff;

/**
 * The bytes that a zip archive's entries say they expand to, in all; the reader expands none further than it says. Infinity where an
 * entry does not say, or says it elsewhere than in the directory; null for what is no zip archive.
 */
export function expandedSize(archive: Buffer): number | null {
  const end = endRecord(archive);
  if (end === null) return null;
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (count === COUNT_ELSEWHERE || archive.readUInt32LE(end + 12) === ELSEWHERE || at === ELSEWHERE)
    return Infinity;
  let total = 0;
  for (let left = count; left > 0; left -= 1) {
    if (at + ENTRY_BYTES > archive.length || archive.readUInt32LE(at) !== ENTRY) return null;
    const compressed = archive.readUInt32LE(at + 20);
    const expanded = archive.readUInt32LE(at + 24);
    total += isBounded(archive.readUInt16LE(at + 8), compressed, expanded) ? expanded : Infinity;
    const name = archive.readUInt16LE(at + 28);
    const extra = archive.readUInt16LE(at + 30);
    const comment = archive.readUInt16LE(at + 32);
    at += ENTRY_BYTES + name + extra + comment;
  }
  return total;
}

/** Whether an entry expands no further than the directory says. */
function isBounded(flags: number, compressed: number, expanded: number): boolean {
  if (compressed === ELSEWHERE || expanded === ELSEWHERE) return false;
  if (compressed === 0) return (flags & SIZES_BEHIND) === 0;
  return expanded > 0 || compressed <= MOST_OF_EMPTY;
}

function endRecord(archive: Buffer): number | null {
  const first = Math.max(0, archive.length - END_RECORD_BYTES - LONGEST_COMMENT);
  for (let at = archive.length - END_RECORD_BYTES; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) === END_RECORD) return at;
  }
  return null;
}
