import { channelKind, type ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import { bodyText, type CallLog } from './calls.ts';
import type { SandboxClock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Journal, Table } from './journal.ts';
import type { Random } from './random.ts';
import type { Shop } from './shop.ts';
import type { ChannelSimulator, Notice, SandboxRequest } from './simulator.ts';
import type { Wild } from '../wild/wild.ts';

const headers = z.record(z.string(), z.string());
const deliveryRecord = z.object({
  kind: z.literal('delivery'),
  at: z.int(),
  channel: channelKind,
  shop: z.string(),
  topic: z.string(),
  url: z.string(),
  headers,
  body: z.string(),
  /** The number of attempts made. */
  attempts: z.int(),
});
const lateWriteRecord = z.object({
  kind: z.literal('late_write'),
  at: z.int(),
  channel: channelKind,
  method: z.string(),
  url: z.string(),
  headers,
  /** Base64. */
  body: z.string(),
});
const laterRecord = z.object({
  kind: z.literal('later'),
  at: z.int(),
  channel: channelKind,
  shop: z.string(),
  what: z.string(),
  about: z.string(),
});
const taskRecord = z.discriminatedUnion('kind', [deliveryRecord, lateWriteRecord, laterRecord]);
type Task = z.infer<typeof taskRecord>;
type Delivery = z.infer<typeof deliveryRecord>;

/** How a notice is delivered to the app: over HTTP, or to a program in the same process. */
export type Deliver = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutSeconds: number;
}) => Promise<{ readonly status: number; readonly body: string }>;

export const deliverOverHttp: Deliver = async ({ url, headers, body, timeoutSeconds }) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  });
  return { status: answer.status, body: await answer.text() };
};

export interface TaskContext {
  readonly journal: Journal;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly random: Random;
  readonly calls: CallLog;
  readonly wild: Wild;
  readonly deliver: Deliver;
  simulator(channel: ChannelKind): ChannelSimulator | undefined;
  /** Performs a write whose caller has timed out. */
  land(channel: ChannelKind, request: SandboxRequest): void;
  shop(channel: ChannelKind, id: string): Shop | undefined;
  /** A task is due sooner than the known ones. */
  wake(): void;
}

/** The scheduler: deliveries of notices and their retries, late writes, and tasks that simulators scheduled. It survives a kill. */
export class Tasks {
  readonly #table: Table<Task>;
  readonly #context: TaskContext;
  readonly #running = new Set<string>();
  #last = 0;

  constructor(context: TaskContext) {
    this.#context = context;
    this.#table = context.journal.table('tasks', taskRecord);
    for (const [id] of this.#table.entries()) this.#last = Math.max(this.#last, Number(id));
  }

  /** Schedules a notice's delivery; faults may drop, duplicate or delay it. */
  notify(simulator: ChannelSimulator, shop: Shop, notice: Notice, url: string, notBefore: number): void {
    const { faults, random, clock, wild } = this.#context;
    const where = { channel: simulator.channel, shop: shop.id, call: notice.topic };
    if (faults.strike(['drop_webhook'], where) !== null) return;
    const now = Math.max(clock.now(), notBefore);
    const reorder = faults.strike(['reorder_webhook'], where);
    const at = reorder === null ? now : now + Math.round(random.fraction() * reorder.seconds * 1000);
    const body = wild.rewriteNotice(simulator.channel, notice.topic, notice.body);
    const delivery: Delivery = {
      kind: 'delivery', at, channel: simulator.channel, shop: shop.id, topic: notice.topic, url, headers: { ...notice.headers(url, body) }, body, attempts: 0,
    }; // oxfmt-ignore
    this.#add(delivery);
    const duplicate = faults.strike(['duplicate_webhook'], where);
    if (duplicate !== null) this.#add({ ...delivery, at: at + duplicate.seconds * 1000 });
  }

  landLater(channel: ChannelKind, request: SandboxRequest, at: number): void {
    const { method, url } = request;
    this.#add({
      kind: 'late_write', at, channel, method, url: url.href, headers: { ...request.headers }, body: Buffer.from(request.body).toString('base64'),
    }); // oxfmt-ignore
  }

  /** Schedules a task of a simulator (`due`). */
  schedule(shop: Shop, at: number, what: string, about: string): void {
    this.#add({ kind: 'later', at, channel: shop.channel, shop: shop.id, what, about });
  }

  /** The instant in milliseconds at which the next task is due, or null. */
  nextAt(): number | null {
    let next: number | null = null;
    for (const [id, task] of this.#table.entries()) {
      if (!this.#running.has(id) && (next === null || task.at < next)) next = task.at;
    }
    return next;
  }

  /** Performs the late writes and simulators' tasks that are due. A request that arrives after them must see their effects. */
  landDueWrites(): void {
    for (const [id, task] of this.#due()) {
      if (task.kind === 'delivery') continue;
      this.#table.delete(id);
      if (task.kind === 'later') {
        const shop = this.#context.shop(task.channel, task.shop);
        if (shop !== undefined) this.#context.simulator(task.channel)?.due?.(shop, task.what, task.about);
        continue;
      }
      this.#context.land(task.channel, {
        method: task.method,
        url: new URL(task.url),
        headers: task.headers,
        body: Buffer.from(task.body, 'base64'),
      });
    }
  }

  /** Runs every task that is due. */
  async runDue(): Promise<void> {
    this.landDueWrites();
    const deliveries = this.#due().map(async ([id, task]) => {
      if (task.kind === 'delivery') await this.#deliver(id, task);
    });
    await Promise.all(deliveries);
    this.#context.journal.flush();
  }

  #add(task: Task): void {
    this.#last += 1;
    this.#table.put(String(this.#last), task);
    this.#context.wake();
  }

  #due(): [string, Task][] {
    const now = this.#context.clock.now();
    const due = [...this.#table.entries()].filter(([id, task]) => task.at <= now && !this.#running.has(id));
    return due.sort(([, one], [, other]) => one.at - other.at);
  }

  /** Makes one attempt. The task is deleted after it, so that a kill repeats a notice instead of losing it. */
  async #deliver(id: string, task: Delivery): Promise<void> {
    const rules = this.#context.simulator(task.channel)?.notices;
    if (rules === undefined) return;
    this.#running.add(id);
    let status: number | null = null;
    let answer: string;
    try {
      const got = await this.#context.deliver({
        url: task.url,
        headers: task.headers,
        body: task.body,
        timeoutSeconds: rules.timeoutSeconds,
      });
      status = got.status;
      answer = got.body;
    } catch (error) {
      answer = error instanceof Error ? error.message : 'no answer';
    }
    this.#running.delete(id);
    // A reset may have happened meanwhile.
    if (this.#table.get(id) !== task) return;
    this.#table.delete(id);
    this.#note(task, status, answer);
    const wait = rules.retries[task.attempts];
    if ((status === null || !rules.accepted(status, answer)) && wait !== undefined) {
      this.#add({ ...task, at: this.#context.clock.now() + wait * 1000, attempts: task.attempts + 1 });
    }
  }

  #note(task: Delivery, status: number | null, answer: string): void {
    this.#context.calls.add({
      at: new Date(this.#context.clock.now()).toISOString(),
      channel: task.channel,
      shop: task.shop,
      call: `notice ${task.topic}`,
      method: 'POST',
      path: task.url,
      headers: task.headers,
      body: bodyText(task.body),
      status,
      answer,
      fault: null,
    });
  }
}
