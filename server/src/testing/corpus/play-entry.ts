import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { CorpusEntry, CorpusRecord } from '@evenstock/sandbox/wild/corpus-entry';
import { differences, type Json } from './difference.ts';
import { isActed, playAct } from './play-act.ts';
import { playNotice } from './play-notice.ts';
import { formNames } from './readers.ts';
import type { Read } from './seat.ts';
import type { Stage } from './stage.ts';

/** What an entry came to, in the form of its outcome; text: why it cannot be played. */
export type Played = CorpusEntry['outcome'] | string;

/** Plays an entry on one record of its shop: what its connector makes of it, beside what it makes of the plain answer. */
export async function playEntry(stage: Stage, entry: CorpusEntry): Promise<Played> {
  if (entry.record === 'notice') return playNotice(stage, entry);
  if (isActed(entry.record)) return playAct(stage, entry);
  const world = await stage.worldOf(entry.record);
  const before = await stage.plain(entry.record);
  if (before.records.size === 0) return 'The shop has no such record.';
  await stage.ready(entry.record);
  const setting = { seed: 1, share: 1, only: [entry.id] };
  const drawn = () => world.drawn().find((each) => each.entry === entry.id)?.record ?? null;
  world.setWild(setting);
  try {
    if (entry.records !== undefined) {
      await readAnyway(stage, entry.record);
      const first = drawn();
      if (first === null) return 'The patch touches nothing.';
      world.setWild({ ...setting, records: [first] });
    }
    const now = await stage.read(entry.record);
    return drawn() === null ? 'The patch touches nothing.' : differenceOf(before, now);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return drawn() === null ? 'The patch touches nothing.' : { lost: error.fault.kind };
  } finally {
    world.setWild(null);
  }
}

/** A call that is lost has drawn its records all the same. */
async function readAnyway({ read }: Stage, record: CorpusRecord): Promise<void> {
  try {
    await read(record);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
  }
}

function differenceOf(before: Read, now: Read): Played {
  const gone = [...before.records.keys()].filter((id) => !now.records.has(id));
  const come = [...now.records.keys()].filter((id) => !before.records.has(id));
  const aside = now.aside - before.aside;
  if (gone.length === 1 && come.length === 0 && aside === 1) return { aside: true };
  if (gone.length > 0 && come.length + aside === 0) return { gone: gone.length };
  if (gone.length + come.length + aside > 0) {
    return `${String(gone.length)} records are gone, ${String(come.length)} are new, ${String(aside)} are set aside.`;
  }
  const changed = [...now.records].flatMap(([id, record]) => {
    const found = differences(before.records.get(id) ?? null, record);
    return found.length > 0 ? [{ id, record, found }] : [];
  });
  const [first] = changed;
  if (first === undefined) return { changes: {} };
  if (changed.length > 1) return severalIn(changed);
  return lostIn(first.record) ?? { changes: Object.fromEntries(first.found) };
}

/** Several forms may have one source: each change is in the one that is named first. Elsewhere one record alone is odd. */
function severalIn(changed: readonly { readonly id: string; readonly found: [string, Json][] }[]): Played {
  if (changed.some(({ id }) => !formNames.has(id))) return `${String(changed.length)} records differ.`;
  return {
    changes: Object.fromEntries(
      changed.flatMap(({ id, found }) => found.map(([path, value]) => [`${id}.${path}`, value])),
    ),
  };
}

const lostKinds = ['rejected', 'unauthorised', 'throttled', 'unavailable', 'unexpected'] as const;

/** The fault of a form that cannot be read. */
function lostIn(record: Json): Played | null {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return null;
  const lost = lostKinds.find((kind) => kind === record['lost']);
  return lost === undefined ? null : { lost };
}
