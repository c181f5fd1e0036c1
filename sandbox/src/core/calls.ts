import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { SandboxReply, SandboxRequest } from './simulator.ts';

/** A request that arrived, or a notice that was sent, with its answer. */
export interface CallRecord {
  readonly id: number;
  /** An ISO instant on the marketplaces' clock. */
  readonly at: string;
  readonly channel: ChannelKind;
  readonly shop: string | null;
  readonly call: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Null where no answer was given. */
  readonly status: number | null;
  readonly answer: string;
  readonly fault: string | null;
}

const kept = 1_000;
const longest = 16_000;

/** Keeps the latest calls of each shop in memory; those without a shop are kept by channel. */
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
    // The list is cut in steps: removing one entry at a time would move the whole list.
    if (records.length > 2 * kept) records.splice(0, kept);
    this.#byShop.set(key, records);
  }

  /** Returns the calls, newest first; with a null shop, those that named none (consent pages, wrong tokens). */
  of(channel: ChannelKind, shop: string | null, limit = kept): CallRecord[] {
    return (this.#byShop.get(`${channel}/${shop ?? ''}`) ?? []).slice(-limit).reverse();
  }

  clear(): void {
    this.#byShop.clear();
  }
}

/** Keeps a request's headers except cookies, which browsers send to every port of a host. */
export function headersKept(headers: SandboxRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'cookie'));
}

/** A body as text; a binary body is replaced by its size. */
export function bodyText(body: SandboxReply['body']): string {
  if (typeof body === 'string') return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  return text.includes('\u0000') ? `(${String(body.byteLength)} bytes)` : text;
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${String(text.length)} characters)`;
}
