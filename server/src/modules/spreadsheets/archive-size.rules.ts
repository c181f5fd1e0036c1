const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
/** An entry that says it has no bytes is not bounded by what it says. */
const MOST_OF_EMPTY = 16;

/**
 * The bytes that a zip archive's entries say they expand to, in all; the reader expands none further than it says. Infinity for an
 * entry that does not say, null for what is no zip archive.
 */
export function expandedSize(archive: Buffer): number | null {
  const end = endRecord(archive);
  if (end === null) return null;
  let at = archive.readUInt32LE(end + 16);
  let total = 0;
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + ENTRY_BYTES > archive.length || archive.readUInt32LE(at) !== ENTRY) return null;
    const compressed = archive.readUInt32LE(at + 20);
    const expanded = archive.readUInt32LE(at + 24);
    total += expanded === 0 && compressed > MOST_OF_EMPTY ? Infinity : expanded;
    const name = archive.readUInt16LE(at + 28);
    const extra = archive.readUInt16LE(at + 30);
    const comment = archive.readUInt16LE(at + 32);
    at += ENTRY_BYTES + name + extra + comment;
  }
  return total;
}

function endRecord(archive: Buffer): number | null {
  const first = Math.max(0, archive.length - END_RECORD_BYTES - LONGEST_COMMENT);
  for (let at = archive.length - END_RECORD_BYTES; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) === END_RECORD) return at;
  }
  return null;
}
