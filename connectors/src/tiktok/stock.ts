import { message } from '@evenstock/contract/messages/message';
import { ChannelError } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Connector, StockLine, StockResult } from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { rejectionOf } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { chunk, intervalOf } from '../kit/batches.ts';
import { byItem, callsOf, pushInCalls } from '../kit/stock-calls.ts';
import { readingsOf, resultOfFault } from '../kit/stock-results.ts';
import type { Level } from '../kit/stock-results.ts';
import { askShop, callShop, dataOf, faultFor, faultOf, isBusinessCode } from './client.ts';
import { isKeptHere, keeperOf } from './keeper.ts';
import type { TiktokReply } from './client.ts';
import { notThisSellers, warehousesRef } from './listings.ts';
import { inventory, itemErrors } from './wire.ts';
import type { ItemError } from './wire.ts';
import { channel } from './channel.ts';

/** TikTok names no most; no product of a seller has more SKUs than this. */
const linesAtOnce = 100;
/** tiktok.md 3.3: inventory/search. */
const skusAtOnce = 600;

export const stock: Connector['stock'] = {
  /** tiktok.md 3.3: the SKUs of one product. */
  batch: { lines: linesAtOnce, within: 'item' },

  push: (access, lines) =>
    pushInCalls(lines, callsOf(lines, linesAtOnce, byItem), (ofItem) => pushItem(access, ofItem)),

  async read(access, keys) {
    const replies: ChannelReply[] = [];
    const levels = new Map<string, SkuLevel>();
    const skuIds = [...new Set(keys.map(({ variantId }) => variantId))];
    const gone = new Set<string>();
    for (const piece of chunk(skuIds, skusAtOnce)) await readLevels(access, piece, levels, replies, gone);
    return readingsOf(
      keys,
      ({ variantId }) => (gone.has(variantId) ? notThere : levels.get(variantId)),
      intervalOf(replies, access.http.now()),
    );
  },
};

/** For a SKU of which TikTok says that the shop does not have it. */
const notThere: Level = { measure: null, reserved: 0 };

/** Units in one warehouse. */
export interface Holding {
  readonly warehouseId: string | null;
  readonly units: number;
}

interface SkuLevel extends Level {
  readonly holdings: readonly Holding[];
}

/** tiktok.md 3.3: what each of these SKUs has on sale. One that the shop does not have may fail the whole call: then by halves. */
async function readLevels(
  access: Access,
  skuIds: readonly string[],
  levels: Map<string, SkuLevel>,
  replies: ChannelReply[],
  gone: Set<string>,
): Promise<void> {
  const path = '/product/202309/inventory/search';
  try {
    const answer = await callShop(access, {
      method: 'POST',
      path,
      body: { sku_ids: skuIds },
      group: 'stock',
    });
    replies.push(answer.reply);
    for (const [id, level] of levelsIn(access, answer, path)) {
      // A number that the answer lacks is not read; nothing follows from that.
      if (level.measure !== null || level.keptBy === 'marketplace') levels.set(id, level);
    }
  } catch (error) {
    const isAboutSkus =
      error instanceof ChannelError && error.fault.kind === 'rejected' && isBusinessCode(error.fault.code);
    if (!isAboutSkus) throw error;
    const [only, ...others] = skuIds;
    if (only === undefined || others.length === 0) {
      if (only !== undefined && error.fault.code === notThisSellers) gone.add(only);
      return;
    }
    const middle = Math.ceil(skuIds.length / 2);
    await readLevels(access, skuIds.slice(0, middle), levels, replies, gone);
    await readLevels(access, skuIds.slice(middle), levels, replies, gone);
  }
}

function levelsIn(access: Access, answer: TiktokReply, path: string): [string, SkuLevel][] {
  return dataOf(inventory, answer, path).inventory.flatMap(({ skus }) =>
    skus.map((sku): [string, SkuLevel] => {
      const holdings = sku.warehouse_inventory.map((each) => ({
        warehouseId: each.warehouse_id,
        units: each.available_quantity,
      }));
      const here = holdings.filter((each) => isKeptHere(access, each.warehouseId));
      const isKept = keeperOf(sku.fulfillment_type) === 'marketplace';
      const sum = here.length === 0 ? null : here.reduce((units, each) => units + each.units, 0);
      const measure = holdings.length === 0 ? sku.total_available_quantity : sum;
      const level = {
        measure: isKept ? null : measure,
        keptBy: isKept ? ('marketplace' as const) : null,
        reserved: 0,
        stockRef: warehousesRef(holdings.map(({ warehouseId }) => warehouseId)),
        holdings,
      };
      return [sku.id, level];
    }),
  );
}

const warehousesOf = (line: StockLine): string[] =>
  (line.stockRef['warehouses'] ?? '').split(',').filter((id) => id !== '');

/**
 * A quantity over the warehouses that hold a SKU, so that together they show it: what changes is taken from, or put into, the
 * first; only what it does not have is taken from the next.
 */
export function spread(quantity: number, holdings: readonly Holding[]): Holding[] {
  let over = holdings.reduce((sum, { units }) => sum + units, 0) - quantity;
  return holdings.map(({ warehouseId, units }) => {
    const taken = Math.min(over, units);
    over -= taken;
    return { warehouseId, units: units - taken };
  });
}

/** The same among the warehouses that are kept here; the others are named with what they hold. */
function spreadHere(access: Access, quantity: number, holdings: readonly Holding[]): Holding[] {
  const here = holdings.filter((each) => isKeptHere(access, each.warehouseId));
  const others = holdings.filter((each) => !isKeptHere(access, each.warehouseId));
  return [...spread(quantity, here), ...others];
}

/** One inventory/update (tiktok.md 3.3): every line's outcome, or a fault of the whole call thrown. */
async function pushItem(access: Access, lines: readonly StockLine[]): Promise<StockResult[]> {
  const [first] = lines;
  if (first === undefined) return [];
  const held = await levelsOfSpread(access, lines);
  const answer = await askShop(access, {
    method: 'POST',
    path: `/product/202309/products/${encodeURIComponent(first.itemId)}/inventory/update`,
    body: {
      skus: lines.map((line) => ({
        id: line.variantId,
        inventory: spreadHere(access, line.quantity, holdingsFor(line, held)).map(
          ({ warehouseId, units }) => ({
            ...(warehouseId === null ? {} : { warehouse_id: warehouseId }),
            quantity: units,
          }),
        ),
      })),
    },
    group: 'stock',
    at: first.sentAt,
  });
  return outcomesIn(answer, lines);
}

/** A SKU in several warehouses keeps its division among them: for those, and only those, what each holds is read first. */
async function levelsOfSpread(
  access: Access,
  lines: readonly StockLine[],
): Promise<ReadonlyMap<string, SkuLevel>> {
  const levels = new Map<string, SkuLevel>();
  const spreadOut = lines.filter((line) => warehousesOf(line).length > 1).map(({ variantId }) => variantId);
  if (spreadOut.length > 0) await readLevels(access, spreadOut, levels, [], new Set());
  return levels;
}

function holdingsFor(line: StockLine, held: ReadonlyMap<string, SkuLevel>): readonly Holding[] {
  const found = held.get(line.variantId)?.holdings ?? [];
  if (found.length > 0) return found;
  const named = warehousesOf(line).map((warehouseId) => ({ warehouseId, units: 0 }));
  // Naming the warehouse is optional where there is but one (3.3).
  return named.length > 0 ? named : [{ warehouseId: null, units: 0 }];
}

/** Done is what the answer's list of errors does not name (tiktok.md 2). */
function outcomesIn(answer: TiktokReply, lines: readonly StockLine[]): StockResult[] {
  const fault = faultOf(answer);
  const listed = itemErrors.safeParse(answer.envelope.data);
  const errors = listed.success ? listed.data.errors : [];
  if (fault !== null && fault.fault.kind !== 'rejected') throw fault;
  if (fault === null && !listed.success) {
    const reason = message('answers.skus_undocumented', { channel });
    return lines.map(() => ({ outcome: 'unknown', reason }));
  }
  return lines.map((line) => {
    const error = errors.find((each) => concerns(each, line));
    if (error !== undefined) return resultOfError(error);
    if (fault === null) return { outcome: 'ok' };
    return rejectionOf(knownRejections, answer.envelope.code, fault.fault.reason);
  });
}

/** An error that names no SKU concerns the product, and so all of them. */
function concerns({ detail }: ItemError, line: StockLine): boolean {
  return detail?.sku_id == null ? true : detail.sku_id === line.variantId;
}

/** The result of an error: "Check failed" is only the frame of a nested, specific error (tiktok.md 2). */
function resultOfError(error: ItemError): StockResult {
  const { code, message: words } = error.detail?.extra_errors[0] ?? error;
  const { fault } = faultFor(code, words ?? '');
  return fault.kind === 'rejected' ? rejectionOf(knownRejections, code, fault.reason) : resultOfFault(fault);
}

/** Vendor codes that reject a quantity, with the reason; `mayPass` if the cause is temporary (tiktok.md 2, 3.3). */
const knownRejections: readonly KnownRejection[] = [
  {
    when: /^12052048\b/,
    reason: message('refusals.item_gone', { channel }),
    mayPass: false,
  },
  {
    when: /^12052097\b|warehouse/i,
    reason: message('refusals.warehouses_changed', { channel }),
    mayPass: true,
  },
  {
    when: /promotion|campaign|flash ?sale|activity/i,
    reason: message('refusals.quantity_in_promotion', { channel }),
    mayPass: true,
  },
  {
    when: /fr(ee|o)ze/i,
    reason: message('refusals.frozen', { channel }),
    mayPass: true,
  },
];
