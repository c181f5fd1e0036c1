import { channelKind, type ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import { listSubjects, type ListSubject } from './left-out.ts';
import type { SandboxClock } from './clock.ts';
import type { Journal, Table } from './journal.ts';
import type { Random } from './random.ts';

export const faultKinds = [
  'throttle', 'error_500', 'error_after_commit', 'timeout', 'slow', 'truncate', 'html', 'expire_token', 'drop_webhook', 'duplicate_webhook',
  'reorder_webhook', 'half_batch', 'late_write', 'hidden_order', 'stale_read', 'empty_list', 'short_list', 'short_page',
  'moved_page', 'unknown_error', 'lying_success', 'trickle',
] as const; // oxfmt-ignore
export type FaultKind = (typeof faultKinds)[number];

/** A description of each, for the seller centre. */
export const faultMeanings: Record<FaultKind, string> = {
  throttle: 'Too many calls: refused, as the marketplace does it',
  error_500: 'The marketplace fails before it does anything',
  error_after_commit: 'A write is done, but the answer is an error',
  timeout: 'No answer; nothing is done',
  slow: 'Done, but the answer takes n seconds',
  trickle: 'Done, but the answer comes a byte a second',
  truncate: 'Done, but the answer breaks off in the middle',
  html: 'A web page instead of an answer; nothing is done',
  expire_token: 'The access token ends with this call',
  drop_webhook: 'A notice is never sent',
  duplicate_webhook: 'A notice is sent again n seconds later',
  reorder_webhook: 'A notice is sent up to n seconds late',
  half_batch: 'Only the first half of a batch is done and answered',
  late_write: 'No answer; the write lands n seconds later',
  hidden_order: 'A new order is hidden for n seconds',
  stale_read: 'A read shows stock as it was n seconds ago',
  empty_list: 'A list is empty, with success',
  short_page: 'A page of a list lacks its last row, and its numbers do not say so',
  short_list: 'A list has its first row only, and calls itself complete',
  moved_page: 'Rows move between pages while they are read: one comes twice, another is missed',
  unknown_error: 'Refused with a code that no document has; nothing is done',
  lying_success: 'Success outside, failed rows or an error inside, codes as text; nothing is done',
};

/** The kinds whose `after` is the n of their description, with its default in seconds. For the others it delays their start. */
const defaultSeconds: Partial<Record<FaultKind, number>> = {
  slow: 5,
  late_write: 30,
  hidden_order: 60,
  stale_read: 30,
  duplicate_webhook: 2,
  reorder_webhook: 20,
};

/** `call` is the vendor's name of the call or its end ('update_stock'); for webhooks it is their topic. */
export const faultRule = z.object({
  channel: channelKind.optional(),
  shop: z.string().optional(),
  call: z.string().min(1).optional(),
  kind: z.enum(faultKinds),
  /** Whose lists come empty, short, or in moved pages: products' unless it, or a call, is given. */
  lists: z.enum([...listSubjects, 'all']).optional(),
  /** Only calls that read, or only those that write. */
  nature: z.enum(['read', 'write']).optional(),
  rate: z.number().min(0).max(1).default(1),
  /** The number of calls that it affects. */
  count: z.int().positive().optional(),
  /** Of the web page; one of several unless given. */
  status: z.union([z.literal(200), z.literal(502), z.literal(503)]).optional(),
  /** In seconds. */
  after: z.number().min(0).optional(),
});
export type FaultRule = z.infer<typeof faultRule>;

const armedRule = z.object({ rule: faultRule, since: z.int(), struck: z.int() });
export type ArmedRule = z.infer<typeof armedRule>;

export interface Strike {
  readonly kind: FaultKind;
  readonly seconds: number;
  /** Of a web page. */
  readonly status?: FaultRule['status'];
}

/** A call, and for a fault of lists whose list it asks for. */
interface Where {
  readonly channel: ChannelKind;
  readonly shop: string | null;
  readonly call: string;
  readonly lists?: ListSubject;
  readonly nature?: string;
}

/** Decides which faults apply, by seeded chance, in the order of the rules. */
export class Faults {
  readonly #table: Table<ArmedRule>;
  readonly #clock: SandboxClock;
  readonly #random: Random;
  readonly #others: () => readonly FaultRule[];

  /** @param others rules beside those that are set, of this moment */
  constructor(
    journal: Journal,
    clock: SandboxClock,
    random: Random,
    others: () => readonly FaultRule[] = () => [],
  ) {
    this.#table = journal.table('faults', armedRule);
    this.#clock = clock;
    this.#random = random;
    this.#others = others;
  }

  /** Replaces all rules. */
  set(rules: readonly FaultRule[]): void {
    for (const [id] of [...this.#table.entries()]) this.#table.delete(id);
    rules.forEach((rule, index) =>
      this.#table.put(String(index), { rule, since: this.#clock.now(), struck: 0 }),
    );
  }

  all(): ArmedRule[] {
    return [...this.#table.values()];
  }

  /** Returns the first of these kinds that applies to a call. */
  strike(kinds: readonly FaultKind[], where: Where): Strike | null {
    for (const [id, armed] of this.#table.entries()) {
      const { rule } = armed;
      if (!kinds.includes(rule.kind) || !meant(rule, where)) continue;
      if (rule.count !== undefined && armed.struck >= rule.count) continue;
      const usual = defaultSeconds[rule.kind];
      if (usual === undefined && this.#clock.now() < armed.since + (rule.after ?? 0) * 1000) continue;
      if (!this.#random.chance(rule.rate)) continue;
      armed.struck += 1;
      this.#table.put(id, armed);
      return strikeOf(rule);
    }
    const other = this.#others().find(
      (rule) => kinds.includes(rule.kind) && meant(rule, where) && this.#random.chance(rule.rate),
    );
    return other === undefined ? null : strikeOf(other);
  }

  /** Whether a rule names this very call, by `call`. */
  names(kind: FaultKind, call: string): boolean {
    return [...this.#table.values()].some(
      ({ rule }) => rule.kind === kind && rule.call !== undefined && isCall(rule.call, call),
    );
  }
}

function strikeOf({ kind, after, status }: FaultRule): Strike {
  const usual = defaultSeconds[kind];
  return {
    kind,
    seconds: usual === undefined ? 0 : (after ?? usual),
    ...(status === undefined ? {} : { status }),
  };
}

function meant(rule: FaultRule, where: Where): boolean {
  if (rule.channel !== undefined && rule.channel !== where.channel) return false;
  if (rule.shop !== undefined && rule.shop !== where.shop) return false;
  if (rule.nature !== undefined && rule.nature !== where.nature) return false;
  if (where.lists !== undefined && !isOf(rule, where.lists)) return false;
  return rule.call === undefined || isCall(rule.call, where.call);
}

function isOf({ lists, call }: FaultRule, subject: ListSubject): boolean {
  if (lists !== undefined) return lists === 'all' || lists === subject;
  return call !== undefined || subject === 'products';
}

/** Whether a call is meant by its vendor's name, or the end of it. */
export function isCall(named: string, call: string): boolean {
  return call === named || call.endsWith(`/${named.replace(/^\/+/, '')}`);
}
