import type { Context } from '@evenstock/server/context';
import { wordFingerprints } from '@evenstock/server/modules/orders/order/buyer';
import type pg from 'pg';
import { compare, type Comparison } from './compare.ts';

/** How many times its control a search may take. */
const AT_MOST = 2;
const families = 200;
const given = 5_000;

/** What the searches are measured with: the list as its page calls it, and the controls as bare SQL. */
export interface SearchBench {
  readonly ctx: Context;
  readonly pool: pg.Pool;
  readonly storeId: number;
  /** The first day of the window, and the instant that it begins with. */
  readonly day: string;
  readonly from: Date;
  readonly rounds: number;
  readonly list: (query: object) => Promise<unknown>;
  readonly bare: (name: string, values: readonly unknown[]) => () => Promise<unknown>;
}

/** Gives every order a buyer of two words: one of many frequent ones, and one of many rare ones. */
async function nameBuyers({ ctx, pool, storeId }: SearchBench): Promise<void> {
  const words = (prefix: string, count: number): Buffer[] =>
    Array.from({ length: count }, (_, place) => `${prefix}${String(place)}`).flatMap((word) =>
      wordFingerprints(ctx.encryption, storeId, word),
    );
  await pool.query(
    `insert into order_buyer_words (store_id, fingerprint, order_id)
     select o.store_id, w.fingerprint, o.id from orders o
     cross join lateral (values (($2::bytea[])[1 + o.id % $4]), (($3::bytea[])[1 + o.id * 31 % $5])) w(fingerprint)
     where o.store_id = $1`,
    [storeId, words('family', families), words('given', given), families, given],
  );
  await pool.query('vacuum (analyze) order_buyer_words');
}

/** Names the buyers of a store, and measures its searches. */
export async function measureSearches(bench: SearchBench): Promise<Comparison[]> {
  await nameBuyers(bench);
  return compareSearches(bench);
}

/** A search of orders for each thing that it finds them by, beside the same question as bare SQL. */
export async function compareSearches(bench: SearchBench): Promise<Comparison[]> {
  const { ctx, pool, storeId, day, from, rounds, list, bare } = bench;
  const { rows } = await pool.query<{ number: string; sku: string; tracking: string }>(
    `select o.reference_number as number, i.sku, i.tracking_code as tracking
     from orders o join order_items i on i.order_id = o.id
     where o.store_id = $1 and i.tracking_code is not null and i.sku is not null
     order by o.source_created_at desc limit 1`,
    [storeId],
  );
  const [known] = rows;
  if (known === undefined) throw new Error('No order was sent.');
  const searches = [
    ['number', known.number],
    ['number, 8 digits of it', known.number.slice(2, 10)],
    ['SKU', known.sku],
    ['tracking number, 10 digits of it', known.tracking.slice(5)],
    ['buyer, a frequent word', 'family7'],
    ['buyer, a rare word', 'given7'],
  ] as const;
  const comparisons: Comparison[] = [];
  for (const [what, text] of searches) {
    const [word] = wordFingerprints(ctx.encryption, storeId, text);
    const control = bare('orders-search-box', [from, `%${text}%`, text, word]);
    const ours = () =>
      list({ scope: 'all', q: { source_created_at_dategteq: day, reference_number_cont: text } });
    comparisons.push(await compare(`search of orders by ${what}`, AT_MOST, rounds, control, ours));
  }
  return comparisons;
}
