import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { SandboxClock } from '../core/clock.ts';
import { isCall } from '../core/faults.ts';
import type { Journal, Table } from '../core/journal.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import { createRandom } from '../core/random.ts';
import type { CallIdentity, SandboxReply } from '../core/simulator.ts';
import type { CorpusEntry } from './corpus-entry.ts';
import { applyPatch, isBox, placesAt, valueOf } from './patch.rules.ts';
import { readCorpus } from './read-corpus.ts';
import { troubleProfiles } from '../trouble/profiles.rules.ts';
import type { Trouble, TroubleState } from '../trouble/trouble.ts';

/** The share of records that have an oddity, unless told otherwise. */
const USUAL_SHARE = 0.1;

const noProfile = (given: unknown): string =>
  `There is no profile ${String(given)}: there are ${troubleProfiles.join(', ')}.`;

export const wildSetting = z.strictObject({
  seed: z.int(),
  share: z.number().min(0).max(1).default(USUAL_SHARE),
  /** Only these entries; without it, all. */
  only: z.array(z.string()).optional(),
  /** Only records that are known by these keys; without it, all. */
  records: z.array(z.string()).optional(),
  /** A profile of trouble that begins now; without it, none. */
  profile: z.enum(troubleProfiles, { error: ({ input }) => noProfile(input) }).optional(),
});
export type WildSetting = z.output<typeof wildSetting>;

/** An oddity that a record has, as long as the setting stays. */
export interface Drawn {
  readonly entry: string;
  readonly channel: ChannelKind;
  readonly record: string;
  readonly about: string;
}

/** The setting, null where answers are as documented, and what was drawn so far. */
export interface WildState {
  readonly setting: WildSetting | null;
  readonly drawn: readonly Drawn[];
  /** The profile of trouble that is on; null: none, or it has ended. */
  readonly trouble: TroubleState | null;
}

const MINUTE_MS = 60_000;

/** The most oddities that are listed. */
const MOST_LISTED = 1_000;

/** Makes answers as untidy as others have met them: oddities drawn by a seed, the same for the same record at each read. */
export class Wild {
  readonly #setting: Table<WildSetting>;
  readonly #drawn = new Map<string, Drawn>();

  readonly #entries: () => readonly CorpusEntry[];

  readonly #now: () => number;

  readonly #trouble: Trouble;

  /** @param entries what is drawn from, read when it is first needed */
  constructor(
    journal: Journal,
    clock: SandboxClock,
    trouble: Trouble,
    entries: () => readonly CorpusEntry[] = readCorpus,
  ) {
    this.#setting = journal.table('wild', wildSetting);
    this.#now = () => clock.now();
    this.#trouble = trouble;
    this.#entries = entries;
  }

  setting(): WildSetting | null {
    return this.#setting.get('wild') ?? null;
  }

  state(): WildState {
    return {
      setting: this.setting(),
      drawn: [...this.#drawn.values()],
      trouble: this.#trouble.state(),
    };
  }

  /** Null ends it. @throws SandboxError 422 for an entry that it does not draw from */
  set(setting: WildSetting | null): WildState {
    const unknown = setting?.only?.find((id) => !this.#entries().some((entry) => entry.id === id));
    if (unknown !== undefined) throw new SandboxError(422, `The corpus has no entry ${unknown}.`);
    this.#drawn.clear();
    if (setting === null) this.#setting.delete('wild');
    else this.#setting.put('wild', setting);
    const { profile, seed } = setting ?? {};
    this.#trouble.set(profile === undefined || seed === undefined ? null : { profile, seed });
    return this.state();
  }

  /** The answer with the oddities of its records. */
  rewrite(channel: ChannelKind, { call, nature }: CallIdentity, reply: SandboxReply): SandboxReply {
    const setting = this.setting();
    if (setting === null || nature === 'page' || typeof reply.body !== 'string') return reply;
    const changes = this.#trouble
      .changes(channel)
      .filter(({ calls }) => calls.some((one) => isCall(one, call)));
    const entries = this.#entries().filter(
      (entry) =>
        entry.channel === channel && isCall(entry.call, call) && (setting.only?.includes(entry.id) ?? true),
    );
    if (entries.length === 0 && changes.length === 0) return reply;
    const parsed = z.json().safeParse(jsonOf(reply.body));
    if (!parsed.success || !isBox(parsed.data)) return reply;
    const answer = parsed.data;
    let changed = 0;
    for (const records of new Set(entries.flatMap((entry) => entry.records ?? []))) {
      const here = entries.filter((entry) => entry.records === records);
      changed += this.#rewriteRecords(setting, here, answer, records);
    }
    const whole = this.#rewriteWhole(
      setting,
      entries.filter((entry) => entry.records === undefined),
      answer,
      call,
    );
    for (const { patch } of changes) changed += applyPatch(answer, patch);
    if (changed === 0 && whole === null) return reply;
    return { ...reply, status: whole?.status ?? reply.status, body: JSON.stringify(answer) };
  }

  #rewriteRecords(
    setting: WildSetting,
    entries: readonly CorpusEntry[],
    answer: Parameters<typeof applyPatch>[0],
    records: string,
  ): number {
    let changed = 0;
    for (const { holder, name } of placesAt(answer, records)) {
      const record = valueOf(holder, name);
      const key = isBox(record) ? keyOf(record, entries[0]?.key ?? '') : null;
      if (!isBox(record) || key === null || setting.records?.includes(key) === false) continue;
      const entry = drawFor(setting, entries, key);
      if (entry === null) continue;
      const steps = applyPatch(record, entry.patch);
      changed += steps;
      if (steps > 0) this.#note(entry, key);
    }
    return changed;
  }

  /** An answer that is odd as a whole is so for a minute: the same call passes later. Null: it is as it was. */
  #rewriteWhole(
    setting: WildSetting,
    entries: readonly CorpusEntry[],
    answer: Parameters<typeof applyPatch>[0],
    call: string,
  ): CorpusEntry | null {
    const minute = String(Math.floor(this.#now() / MINUTE_MS));
    const entry = entries.length === 0 ? null : drawFor(setting, entries, `${call} ${minute}`);
    if (entry === null || applyPatch(answer, entry.patch) === 0) return null;
    this.#note(entry, call);
    return entry;
  }

  #note({ id, channel, about }: CorpusEntry, record: string): void {
    if (this.#drawn.size < MOST_LISTED)
      this.#drawn.set(`${id}/${record}`, { entry: id, channel, record, about });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: no entry is for it.
    return undefined;
  }
}

function keyOf(record: Parameters<typeof applyPatch>[0], path: string): string | null {
  const [place] = placesAt(record, path);
  const value = place === undefined ? undefined : valueOf(place.holder, place.name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** The oddity of a record; null: it has none. */
function drawFor(setting: WildSetting, entries: readonly CorpusEntry[], key: string): CorpusEntry | null {
  const channel = entries[0]?.channel ?? '';
  const fraction = (about: string): number => createRandom(setting.seed, channel, about, key).fraction();
  if (fraction('odd') >= setting.share) return null;
  const total = entries.reduce((sum, { weight }) => sum + weight, 0);
  let left = fraction('which') * total;
  for (const entry of entries) {
    left -= entry.weight;
    if (left < 0) return entry;
  }
  return entries.at(-1) ?? null;
}
