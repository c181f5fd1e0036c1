import { channelKind, type ChannelKind } from '@evenstock/contract/channels';
import { z } from 'zod';
import { bodyText, type CallLog } from './calls.ts';
import type { SandboxClock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Journal, Table } from './journal.ts';
import type { Random } from './random.ts';
import type { Shop } from './shop.ts';
import type { ChannelSimulator, Notice, SandboxRequest } from './simulator.ts';

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
  /** Attempts made so far. */
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

/** How a notice reaches the app: over HTTP, or straight into a program in the same process. */
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

export interface TaskSurroundings {
  readonly journal: Journal;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly random: Random;
  readonly calls: CallLog;
  readonly deliver: Deliver;
  simulator(channel: ChannelKind): ChannelSimulator | undefined;
  /** Lets a write land whose caller has given up long ago. */
  land(channel: ChannelKind, request: SandboxRequest): void;
  shop(channel: ChannelKind, id: string): Shop | undefined;
  /** There is something to do, sooner than known before. */
  wake(): void;
}

/** What is still to happen: notices to deliver and to deliver again, writes that land late, what vendors put off. Kept over a kill. */
export class Tasks {
  readonly #table: Table<Task>;
  readonly #around: TaskSurroundings;
  readonly #running = new Set<string>();
  #last = 0;

  constructor(around: TaskSurroundings) {
    this.#around = around;
    this.#table = around.journal.table('tasks', taskRecord);
    for (const [id] of this.#table.entries()) this.#last = Math.max(this.#last, Number(id));
  }

  /** Sends a notice as soon as it may go, unless a fault has it lost, doubled or late. */
  notify(simulator: ChannelSimulator, shop: Shop, notice: Notice, url: string, notBefore: number): void {
    const { faults, random, clock } = this.#around;
    const where = { channel: simulator.channel, shop: shop.id, call: notice.topic };
    if (faults.strike(['drop_webhook'], where) !== null) return;
    const now = Math.max(clock.now(), notBefore);
    const reorder = faults.strike(['reorder_webhook'], where);
    const at = reorder === null ? now : now + Math.round(random.fraction() * reorder.seconds * 1000);
    const delivery: Delivery = {
      kind: 'delivery', at, channel: simulator.channel, shop: shop.id, topic: notice.topic, url, headers: { ...notice.headers(url) }, body: notice.body, attempts: 0,
    }; // prettier-ignore
    this.#add(delivery);
    const duplicate = faults.strike(['duplicate_webhook'], where);
    if (duplicate !== null) this.#add({ ...delivery, at: at + duplicate.seconds * 1000 });
  }

  landLater(channel: ChannelKind, request: SandboxRequest, at: number): void {
    const { method, url } = request;
    this.#add({
      kind: 'late_write', at, channel, method, url: url.href, headers: { ...request.headers }, body: Buffer.from(request.body).toString('base64'),
    }); // prettier-ignore
  }

  /** Something that a simulator does later (`due`). */
  putOff(shop: Shop, at: number, what: string, about: string): void {
    this.#add({ kind: 'later', at, channel: shop.channel, shop: shop.id, what, about });
  }

  /** When the next thing is due (milliseconds), or null. */
  nextAt(): number | null {
    let next: number | null = null;
    for (const [id, task] of this.#table.entries()) {
      if (!this.#running.has(id) && (next === null || task.at < next)) next = task.at;
    }
    return next;
  }

  /** Lets the late writes land that are due, and does what was put off until now. A request that comes after them must find them done. */
  landDueWrites(): void {
    for (const [id, task] of this.#due()) {
      if (task.kind === 'delivery') continue;
      this.#table.delete(id);
      if (task.kind === 'later') {
        const shop = this.#around.shop(task.channel, task.shop);
        if (shop !== undefined) this.#around.simulator(task.channel)?.due?.(shop, task.what, task.about);
        continue;
      }
      this.#around.land(task.channel, {
        method: task.method,
        url: new URL(task.url),
        headers: task.headers,
        body: Buffer.from(task.body, 'base64'),
      });
    }
  }

  /** Does everything that is due. */
  async runDue(): Promise<void> {
    this.landDueWrites();
    const deliveries = this.#due().map(async ([id, task]) => {
      if (task.kind === 'delivery') await this.#deliver(id, task);
    });
    await Promise.all(deliveries);
    this.#around.journal.flush();
  }

  #add(task: Task): void {
    this.#last += 1;
    this.#table.put(String(this.#last), task);
    this.#around.wake();
  }

  #due(): [string, Task][] {
    const now = this.#around.clock.now();
    const due = [...this.#table.entries()].filter(([id, task]) => task.at <= now && !this.#running.has(id));
    return due.sort(([, one], [, other]) => one.at - other.at);
  }

  /** One attempt. The task stays until it ends, so that a kill repeats a notice rather than lose it. */
  async #deliver(id: string, task: Delivery): Promise<void> {
    const rules = this.#around.simulator(task.channel)?.notices;
    if (rules === undefined) return;
    this.#running.add(id);
    let status: number | null = null;
    let answer: string;
    try {
      const got = await this.#around.deliver({
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
    // A reset may have come between.
    if (this.#table.get(id) !== task) return;
    this.#table.delete(id);
    this.#note(task, status, answer);
    const wait = rules.retries[task.attempts];
    if ((status === null || !rules.accepted(status, answer)) && wait !== undefined) {
      this.#add({ ...task, at: this.#around.clock.now() + wait * 1000, attempts: task.attempts + 1 });
    }
  }

  #note(task: Delivery, status: number | null, answer: string): void {
    this.#around.calls.add({
      at: new Date(this.#around.clock.now()).toISOString(),
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
