import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { corpusEntry, type CorpusEntry } from '@evenstock/sandbox/wild/corpus-entry';
import { isBox, placesAt, valueOf, type Json } from '@evenstock/sandbox/wild/patch.rules';
import { z } from 'zod';
import { answeredRecords, type AnsweredRecords } from './answered-records.ts';
import { playEntry } from './play-entry.ts';
import { openStage, type Stage } from './stage.ts';

/** A field of a record that is absent, and what became of the record. */
export interface Absence {
  readonly about: string;
  readonly played: Awaited<ReturnType<typeof playEntry>>;
}

/** Plays each field of each record of a channel as missing, and as null. */
export async function playAbsences(channel: ChannelKind): Promise<readonly Absence[]> {
  const entries = await absenceEntries(channel);
  const stage = await openStage(channel, entries);
  const played: Absence[] = [];
  for (const entry of entries) played.push({ about: entry.about, played: await playEntry(stage, entry) });
  return played;
}

/** An entry for each field of each record, as missing and as null. */
export async function absenceEntries(channel: ChannelKind): Promise<readonly CorpusEntry[]> {
  const plain = await openStage(channel);
  const entries: CorpusEntry[] = [];
  for (const where of answeredRecords[channel]) entries.push(...(await absencesIn(plain, where)));
  return entries;
}

async function absencesIn(stage: Stage, where: AnsweredRecords): Promise<CorpusEntry[]> {
  await stage.read(where.record);
  const { channel } = stage;
  const record = stage.world
    .calls()
    .filter(({ call }) => call === where.call || call.endsWith(`/${where.call}`))
    .flatMap(({ answer }) => recordIn(answer, where.records))[0];
  if (record === undefined) throw new Error(`${channel} answered no ${where.record} to ${where.call}.`);
  return fieldsOf(record, '')
    .filter((path) => path !== where.key)
    .flatMap((path) => [
      entryOf(channel, where, path, 'missing', { op: 'remove', path }),
      entryOf(channel, where, path, 'null', { op: 'set', path, value: null }),
    ]);
}

function recordIn(answer: string, records: string): Json[] {
  const parsed = z.json().safeParse(jsonOf(answer));
  if (!parsed.success || !isBox(parsed.data)) return [];
  const [place] = placesAt(parsed.data, records);
  return place === undefined ? [] : [valueOf(place.holder, place.name) ?? null];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A file, or an answer that the log has shortened.
    return undefined;
  }
}

/** The paths of all names in a value; of a list's elements the first stands for all. */
function fieldsOf(value: Json, at: string): string[] {
  if (!isBox(value)) return [];
  if (Array.isArray(value)) return fieldsOf(value[0] ?? null, `${at}/0`);
  return Object.entries(value).flatMap(([name, inside]) => [
    `${at}/${name}`,
    ...fieldsOf(inside, `${at}/${name}`),
  ]);
}

let made = 0;

function entryOf(
  channel: ChannelKind,
  { record, call, records, key }: AnsweredRecords,
  path: string,
  absence: 'missing' | 'null',
  step: CorpusEntry['patch'][number],
): CorpusEntry {
  made += 1;
  return corpusEntry.parse({
    id: `absent-${String(made)}`,
    channel,
    record,
    class: absence,
    about: `${call} ${path} ${absence}`,
    origin: { kind: 'crossed', where: 'each field of the answer', seen: '2026-11-29' },
    call,
    records,
    key,
    patch: [step],
    rule: 'what is absent is no number',
    outcome: { changes: {} },
  });
}
