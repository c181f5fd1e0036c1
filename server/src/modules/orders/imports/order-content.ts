import type { Buyer } from '@evenstock/connectors/kit/connector';
import type { Encryption } from '../../../platform/secrets/encryption.ts';
import type { OrderItemRow, RecordedOrder } from './import-order.queries.ts';

/** The purpose of the fingerprints of orders; it differs from all other purposes of the key. */
const CONTENT_PURPOSE = 'order content';
/** Columns that differ each time an order is read: times, and the buyer's data, which are sealed anew. */
const OF_ONE_READ: ReadonlySet<string> = new Set([
  'source_updated_at',
  'read_began_at',
  'buyer_sealed',
  'buyer_due_at',
  'imported_at',
  'updated_at',
]);

type Row = Readonly<Record<string, unknown>>;

/** A fingerprint of an order's row and buyer, for `orders.content_key`: equal for two reads of an unchanged order. */
export function contentKey(encryption: Encryption, row: Row, buyer: Buyer): Buffer {
  const content = Object.entries(row).filter(([column]) => !OF_ONE_READ.has(column));
  return encryption.fingerprint(JSON.stringify([content, buyer]), CONTENT_PURPOSE);
}

/**
 * Whether a read changes only the times of a recorded order. Members and returns change states and lines too, so these are compared
 * with their columns.
 */
export function isUnchanged(
  { order, lines }: { readonly order: Row; readonly lines: readonly Row[] },
  recorded: RecordedOrder,
  known: readonly OrderItemRow[],
): boolean {
  return (
    order['content_key'] === recorded.content_key &&
    order['state'] === recorded.state &&
    order['state_reason'] === recorded.state_reason &&
    lines.every((line) => {
      const before = known.find(({ id }) => id === line['id']);
      return before !== undefined && isSameLine(line, new Map(Object.entries(before)));
    })
  );
}

const isSameLine = (line: Row, before: ReadonlyMap<string, unknown>): boolean =>
  Object.entries(line).every(
    ([column, value]) => JSON.stringify(value) === JSON.stringify(before.get(column)),
  );
