import type { ChannelKind } from '@evenstock/contract/channels';
import type { SandboxReply, SandboxRequest } from './simulator.ts';

/** A call that arrived, or a notice that was sent, with its answer. */
export interface CallRecord {
  readonly id: number;
  /** ISO, on the marketplaces' clock. */
  readonly at: string;
  readonly channel: ChannelKind;
  readonly shop: string | null;
  readonly call: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Null: no answer. */
  readonly status: number | null;
  readonly answer: string;
  readonly fault: string | null;
}

const kept = 1_000;
const longest = 16_000;

/** The latest calls of each shop, in memory; those of no shop by channel. */
export class CallLog {
  readonly #byShop = new Map<string, CallRecord[]>();
  #count = 0;

  add(record: Omit<CallRecord, 'id'>): void {
    this.#count += 1;
    const key = `${record.channel}/${record.shop ?? ''}`;
    const records = this.#byShop.get(key) ?? [];
    records.push({
      ...record,
      body: shortened(record.body),
      answer: shortened(record.answer),
      id: this.#count,
    });
    // Cut in steps: shifting one by one would move the whole list each time.
    if (records.length > 2 * kept) records.splice(0, kept);
    this.#byShop.set(key, records);
  }

  /** Newest first. A null shop: calls that named none (consent pages, wrong tokens). */
  of(channel: ChannelKind, shop: string | null, limit = kept): CallRecord[] {
    return (this.#byShop.get(`${channel}/${shop ?? ''}`) ?? []).slice(-limit).reverse();
  }

  clear(): void {
    this.#byShop.clear();
  }
}

/** What is kept of a request: all but cookies, which browsers send to every port of a host. */
export function headersKept(headers: SandboxRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'cookie'));
}

/** A body as text; bytes that are no text are named by their size. */
export function bodyText(body: SandboxReply['body']): string {
  if (typeof body === 'string') return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  return text.includes('\u0000') ? `(${String(body.byteLength)} bytes)` : text;
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${String(text.length)} characters)`;
}
