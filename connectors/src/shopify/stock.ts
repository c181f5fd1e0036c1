import { message, type Message } from '@evenstock/contract/messages/message';
import type { Access } from '../kit/access.ts';
import type { ListingKey } from '../kit/listing-key.ts';
import type { Connector, StockLine, StockReadings, StockResult } from '../kit/connector.ts';
import { asMessage, rejected } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, parseReply, readEach } from '../kit/read-records.ts';
import { digest } from '../kit/signing.ts';
import { chunk, intervalOf } from '../kit/batches.ts';
import { saysItPasses } from '../kit/rejections.ts';
import { pushInCalls } from '../kit/stock-calls.ts';
import { readingsOf } from '../kit/stock-results.ts';
import type { Level } from '../kit/stock-results.ts';
import { graphql } from './client.ts';
import { levelsDocument, setStockDocument } from './documents.ts';
import { isSilent, locationOf, measureOf, nodesOf, unknownOf } from './listings.ts';
import { levelNode, setQuantities } from './wire.ts';
import type { LevelNode, SetError } from './wire.ts';
import { channel } from './channel.ts';

/** shopify.md 2: an input array takes at most 250 entries. One stale entry refuses the call, so fewer are sent together. */
const batchSize = 50;
const readSize = 100;

export const stock: Connector['stock'] = {
  batch: { lines: batchSize, within: 'shop' },

  push: (access, lines) => pushInCalls(lines, chunk(lines, batchSize), (piece) => pushPiece(access, piece)),

  async read(access, keys): Promise<StockReadings> {
    const replies: ChannelReply[] = [];
    const levels = new Map<string, LevelNode>();
    const gone = new Set<string>();
    const items = [...new Set(keys.flatMap((key) => key.stockRef['inventoryItem'] ?? []))];
    for (const ids of chunk(items, readSize)) {
      const { data, reply } = await graphql(access, levelsDocument, { ids, location: locationOf(access) });
      replies.push(reply);
      const read = readEach(
        nodesOf(data['nodes']),
        'listing',
        (node) => nameFrom(node, 'id'),
        (node) => levelNode.parse(node),
      );
      for (const level of read.read) levels.set(level.id, level);
      for (const id of unknownOf(ids, data['nodes'])) gone.add(id);
    }
    const levelOf = (key: ListingKey): Level | undefined => {
      const item = key.stockRef['inventoryItem'] ?? '';
      if (gone.has(item)) return { measure: null, reserved: 0 };
      const level = levels.get(item);
      if (level === undefined || isSilent(level)) return undefined;
      return { ...measureOf(level), stockRef: { inventoryItem: item, location: locationOf(access) } };
    };
    return readingsOf(keys, levelOf, intervalOf(replies, access.http.now()));
  },
};

/**
 * shopify.md 2, 3.2: all entries of one call are set or none. `changeFromQuantity` is required in each entry, null or not.
 * The key names the attempt, so that a repeated call changes nothing.
 */
async function pushPiece(access: Access, lines: readonly StockLine[]): Promise<StockResult[]> {
  if (lines.length === 0) return [];
  const key = keyOf(lines);
  const { data } = await graphql(access, setStockDocument, {
    key,
    input: {
      name: 'available',
      reason: 'correction',
      referenceDocumentUri: `gid://evenstock/StockPush/${key}`,
      quantities: lines.map((line) => ({
        inventoryItemId: refOf(line, 'inventoryItem'),
        locationId: locationOf(access),
        quantity: line.quantity,
        changeFromQuantity: line.compareFrom,
      })),
    },
  });
  const { userErrors } = parseReply(setQuantities, data['inventorySetQuantities'], 'inventorySetQuantities');
  if (userErrors.length === 0) return lines.map(() => ({ outcome: 'ok' }));
  return lines.map((_, position): StockResult => {
    const own = userErrors.find((error) => positionOf(error) === position);
    if (own !== undefined) return resultOf(own);
    const general = userErrors.find((error) => positionOf(error) === null);
    // Nothing was set. This line had no fault of its own, so it is sent again without the others.
    return general === undefined ? { outcome: 'retry', afterSeconds: 0 } : resultOf(general);
  });
}

function keyOf(lines: readonly StockLine[]): string {
  const [only, ...others] = lines;
  return only !== undefined && others.length === 0
    ? only.attemptKey
    : digest(lines.map((line) => line.attemptKey).join(' '));
}

function refOf(line: StockLine, name: 'inventoryItem'): string {
  const value = line.stockRef[name];
  if (value === undefined) throw rejected('no_stock_ref', message('refusals.listing_outdated'));
  return value;
}

/** The entry that an error is about: ["input", "quantities", "0", …]; null when it is about the whole call. */
function positionOf(error: SetError): number | null {
  const index = error.field?.[2];
  return error.field?.[1] === 'quantities' && index !== undefined && /^\d+$/.test(index)
    ? Number(index)
    : null;
}

/** What InventorySetQuantitiesUserErrorCode calls invalid or not changeable (shopify.md 3.2): final until a person changes it. */
const knownRejections: Readonly<Record<string, Message>> = {
  INVALID_INVENTORY_ITEM: message('refusals.sku_gone', { channel }),
  INVALID_LOCATION: message('refusals.location_gone', { channel }),
  NON_MUTABLE_INVENTORY_ITEM: message('refusals.bundle_counted', { channel }),
};

function resultOf(error: SetError): StockResult {
  const code = error.code ?? 'unknown';
  switch (code) {
    case 'CHANGE_FROM_QUANTITY_STALE':
    // The older name of the same (shopify.md 3.2).
    case 'COMPARE_QUANTITY_STALE':
      return { outcome: 'stale' };
    case 'IDEMPOTENCY_CONCURRENT_REQUEST':
      return { outcome: 'retry', afterSeconds: 2 };
    case 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED':
    case 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH':
      return { outcome: 'retry', afterSeconds: 1 };
    default:
      if (saysItPasses(`${code} ${error.message}`)) return { outcome: 'retry', afterSeconds: 10 };
      return {
        outcome: 'rejected',
        code,
        reason:
          knownRejections[code] ??
          asMessage(message('refusals.quantity', { channel, reason: error.message })),
        mayPass: knownRejections[code] === undefined,
      };
  }
}
