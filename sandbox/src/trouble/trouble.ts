import { channelKind, type ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { SandboxClock } from '../core/clock.ts';
import type { Journal, Table } from '../core/journal.ts';
import type { DriftChange } from './drift-change.ts';
import {
  changesAt,
  planOf,
  rulesAt,
  troubleProfiles,
  type ProfileRule,
  type TroubledChannel,
  type TroublePlan,
} from './profiles.rules.ts';

const troubleRecord = z.object({
  profile: z.enum(troubleProfiles),
  seed: z.int(),
  since: z.int(),
  /** The marketplaces that it draws from. */
  channels: z.array(channelKind),
});
type TroubleRecord = z.infer<typeof troubleRecord>;

interface OpenChannel extends TroubledChannel {
  readonly hasShops: boolean;
}

/** The profile that is on. */
export interface TroubleState {
  readonly profile: TroubleRecord['profile'];
  readonly seed: number;
  readonly began_at: string;
  readonly ends_at: string;
  readonly seconds_left: number;
  /** The faults of this moment. */
  readonly faults: readonly ProfileRule[];
}

/** A profile of trouble, by the marketplaces' clock. It survives a kill, and ends automatically. */
export class Trouble {
  readonly #table: Table<TroubleRecord>;
  readonly #clock: SandboxClock;
  readonly #channels: () => readonly OpenChannel[];
  #plan: { readonly of: TroubleRecord; readonly plan: TroublePlan } | null = null;

  constructor(journal: Journal, clock: SandboxClock, channels: () => readonly OpenChannel[]) {
    this.#table = journal.table('trouble', troubleRecord);
    this.#clock = clock;
    this.#channels = channels;
  }

  /** Begins a profile now, at marketplaces that have shops, or at all where none has; null: there is none. */
  set(wish: Pick<TroubleRecord, 'profile' | 'seed'> | null): void {
    if (wish === null) this.#table.delete('trouble');
    else {
      const open = this.#channels().filter(({ hasShops }) => hasShops);
      const channels = (open.length === 0 ? this.#channels() : open).map(({ channel }) => channel);
      this.#table.put('trouble', { ...wish, since: this.#clock.now(), channels });
    }
  }

  state(): TroubleState | null {
    const now = this.#now();
    if (now === null) return null;
    const { of, plan, second } = now;
    return {
      profile: of.profile,
      seed: of.seed,
      began_at: new Date(of.since).toISOString(),
      ends_at: new Date(of.since + plan.seconds * 1000).toISOString(),
      seconds_left: Math.ceil(plan.seconds - second),
      faults: rulesAt(plan, second),
    };
  }

  rules(): readonly ProfileRule[] {
    const now = this.#now();
    return now === null ? [] : rulesAt(now.plan, now.second);
  }

  /** How answers of a channel differ now. */
  changes(channel: ChannelKind): readonly DriftChange[] {
    const now = this.#now();
    return now === null ? [] : changesAt(now.plan, now.second).filter((one) => one.channel === channel);
  }

  #now(): { of: TroubleRecord; plan: TroublePlan; second: number } | null {
    const of = this.#table.get('trouble');
    if (of === undefined) return null;
    if (this.#plan?.of !== of) {
      const channels = this.#channels().filter(({ channel }) => of.channels.includes(channel));
      this.#plan = { of, plan: planOf(of.profile, of.seed, channels) };
    }
    const { plan } = this.#plan;
    const second = (this.#clock.now() - of.since) / 1000;
    return second < plan.seconds ? { of, plan, second } : null;
  }
}
