import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { SandboxClock } from '../core/clock.ts';
import { isCall } from '../core/faults.ts';
import type { Journal, Table } from '../core/journal.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import { createRandom } from '../core/random.ts';
import type { CallIdentity, SandboxReply } from '../core/simulator.ts';
import type { CorpusEntry } from './corpus-entry.ts';
import { applyPatch, isBox, placesAt, valueOf, type PatchStep } from './patch.rules.ts';
import { isTextStep, patchText } from './text-patch.rules.ts';
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

  /** The entries that concern a call, or the notices of a topic. */
  #entriesOf(setting: WildSetting, channel: ChannelKind, call: string, isNotice: boolean): CorpusEntry[] {
    return this.#entries().filter(
      (entry) =>
        entry.channel === channel &&
        (entry.record === 'notice') === isNotice &&
        isCall(entry.call, call) &&
        (setting.only?.includes(entry.id) ?? true),
    );
  }

  /** The answer in place of performing a call; null: it is performed. */
  instead(channel: ChannelKind, { call, nature }: CallIdentity): SandboxReply | null {
    const setting = this.setting();
    if (setting === null || nature === 'page') return null;
    const entries = this.#entriesOf(setting, channel, call, false).filter(isInstead);
    const entry = drawFor(setting, entries, this.#keyOf(call));
    if (entry?.instead === undefined) return null;
    this.#note(entry, call);
    const { instead, status = 200, headers = {} } = entry;
    const body = typeof instead === 'string' ? instead : JSON.stringify(instead);
    return { status, headers: { 'content-type': 'application/json', ...headers }, body };
  }

  /** The answer with the oddities of its records, and of the whole. */
  rewrite(channel: ChannelKind, { call, nature }: CallIdentity, reply: SandboxReply): SandboxReply {
    const setting = this.setting();
    if (setting === null || nature === 'page') return reply;
    const changes = this.#trouble
      .changes(channel)
      .filter(({ calls }) => calls.some((one) => isCall(one, call)));
    const entries = this.#entriesOf(setting, channel, call, false).filter((entry) => !isInstead(entry));
    if (entries.length === 0 && changes.length === 0) return reply;
    const answer = boxIn(reply.body);
    let changed = 0;
    for (const records of new Set(entries.flatMap((entry) => entry.records ?? []))) {
      const here = entries.filter((entry) => entry.records === records);
      if (answer !== null) changed += this.#rewriteRecords(setting, here, answer, records);
    }
    for (const { patch } of changes) if (answer !== null) changed += applyPatch(answer, patch);
    const rewritten = changed === 0 || answer === null ? reply : { ...reply, body: JSON.stringify(answer) };
    // An answer that is odd as a whole is so for a minute: the same call passes later.
    const ofTheWhole = entries.filter((entry) => entry.records === undefined);
    const entry = drawFor(setting, ofTheWhole, this.#keyOf(call));
    const body = entry === null ? null : patched(rewritten.body, entry.patch);
    if (entry === null || body === null) return rewritten;
    this.#note(entry, call);
    return { status: entry.status ?? reply.status, headers: { ...reply.headers, ...entry.headers }, body };
  }

  /** A notice's body with an oddity; it is signed afterwards. */
  rewriteNotice(channel: ChannelKind, topic: string, body: string): string {
    const setting = this.setting();
    if (setting === null) return body;
    const entry = drawFor(setting, this.#entriesOf(setting, channel, topic, true), body);
    const odd = entry === null ? null : patched(body, entry.patch);
    if (entry === null || typeof odd !== 'string') return body;
    this.#note(entry, topic);
    return odd;
  }

  readonly #keyOf = (call: string): string => `${call} ${String(Math.floor(this.#now() / MINUTE_MS))}`;

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

  #note({ id, channel, about }: CorpusEntry, record: string): void {
    if (this.#drawn.size < MOST_LISTED)
      this.#drawn.set(`${id}/${record}`, { entry: id, channel, record, about });
  }
}

const isInstead = ({ instead }: CorpusEntry): boolean => instead !== undefined;

type Body = SandboxReply['body'];

/** The body with all steps of a patch; null where they change nothing. */
function patched(body: Body, steps: readonly PatchStep[]): Body | null {
  const answer = boxIn(body);
  const changed = answer === null ? 0 : applyPatch(answer, steps);
  const now = changed === 0 ? body : JSON.stringify(answer);
  return patchText(now, steps.filter(isTextStep)) ?? (changed === 0 ? null : now);
}

/** The JSON of a body that is changed; null where it is none, or a plain value. */
function boxIn(body: Body): Parameters<typeof applyPatch>[0] | null {
  if (typeof body !== 'string') return null;
  const parsed = z.json().safeParse(jsonOf(body));
  return parsed.success && isBox(parsed.data) ? parsed.data : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: only steps of its text are for it.
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
  if (entries.length === 0) return null;
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
