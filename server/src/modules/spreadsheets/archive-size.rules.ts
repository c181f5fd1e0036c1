const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
/** Maximum compressed size, in bytes, at which an entry of declared size 0 counts as bounded. */
const MOST_OF_EMPTY = 16;
/** The flag of an entry whose sizes may be in a descriptor behind its bytes. */
const SIZES_BEHIND = 8;
/** Values that refer to a zip64 record. No accepted file is large enough to need one. */
const ELSEWHERE = 0xff_ff_ff_ff;
const COUNT_ELSEWHERE = 0xff_ff;

/**
 * The total expanded size in bytes that a zip archive's entries declare; the reader expands no entry beyond its declared size.
 * Infinity where an entry declares none, or declares it outside of the directory; null for a file that is no zip archive.
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

/** Whether an entry expands no further than the directory declares. */
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
