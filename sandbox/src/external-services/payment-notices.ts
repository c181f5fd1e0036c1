import { createHmac } from 'node:crypto';
import type { SandboxClock } from '../core/clock.ts';
import type { Table } from '../core/journal.ts';
import type { Random } from '../core/random.ts';
import type { Deliver } from '../core/tasks.ts';
import type { PaymentNotice } from './payment-records.ts';

/** Seconds after each failed attempt until the next; then it is given up. */
const retries = [2, 10, 60, 600, 3_600];
const timeoutSeconds = 10;

export interface PaymentNoticeContext {
  readonly table: Table<PaymentNotice>;
  readonly clock: SandboxClock;
  readonly random: Random;
  readonly deliver: Deliver;
  readonly secret: string;
  /** The address that events are sent to; null for none. */
  url(): string | null;
  /** An event is due. */
  readonly wake: () => void;
}

/** Signs the instant and the raw body as `Stripe-Signature` does. */
export function signPaymentNotice(secret: string, body: string, now: number): string {
  const at = Math.floor(now / 1000);
  return `t=${String(at)},v1=${createHmac('sha256', secret)
    .update(`${String(at)}.${body}`)
    .digest('hex')}`;
}

/** Delivers the provider's events to the app and retries them until it accepts them. */
export class PaymentNotices {
  readonly #context: PaymentNoticeContext;
  readonly #running = new Set<string>();

  constructor(context: PaymentNoticeContext) {
    this.#context = context;
  }

  notify(type: string, object: unknown): void {
    const { table, clock, random, wake } = this.#context;
    const id = `evt_${random.hex(24)}`;
    const body = JSON.stringify({
      id,
      object: 'event',
      type,
      created: Math.floor(clock.now() / 1000),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: null,
    });
    table.put(id, { at: clock.now(), attempts: 0, body });
    wake();
  }

  nextAt(): number | null {
    const waiting = [...this.#context.table.entries()].filter(([id]) => !this.#running.has(id));
    return waiting.length === 0 ? null : Math.min(...waiting.map(([, { at }]) => at));
  }

  async runDue(): Promise<void> {
    const now = this.#context.clock.now();
    const due = [...this.#context.table.entries()].filter(
      ([id, { at }]) => at <= now && !this.#running.has(id),
    );
    for (const [id, notice] of due) await this.#send(id, notice);
  }

  /** Makes one attempt. The notice is deleted after it, so that a kill repeats it instead of losing it. */
  async #send(id: string, notice: PaymentNotice): Promise<void> {
    const { table, clock, deliver, secret } = this.#context;
    const url = this.#context.url();
    this.#running.add(id);
    const isTaken = url === null || (await this.#attempt(deliver, url, notice.body, secret));
    this.#running.delete(id);
    // A reset may have happened meanwhile.
    if (table.get(id) !== notice) return;
    const wait = retries[notice.attempts];
    if (isTaken || wait === undefined) table.delete(id);
    else table.put(id, { ...notice, at: clock.now() + wait * 1000, attempts: notice.attempts + 1 });
  }

  async #attempt(deliver: Deliver, url: string, body: string, secret: string): Promise<boolean> {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signPaymentNotice(secret, body, this.#context.clock.now()),
    };
    try {
      const { status } = await deliver({ url, headers, body, timeoutSeconds });
      return status >= 200 && status < 300;
    } catch {
      return false;
    }
  }
}
