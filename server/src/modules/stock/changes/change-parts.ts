import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { message } from '@evenstock/contract/messages/message';
import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { invalid, notFound } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { RetryTransaction } from '../../../platform/database/transaction.ts';
import { recordMovement } from '../ledger/record-movement.ts';
import { saveStock } from '../ledger/save-stock.ts';
import {
  compositionFacts,
  componentsOf,
  endBookings,
  isCountAsked,
  writeComponents,
  writeSetQuantities,
} from '../ledger/sets.queries.ts';
import { faultOf, type Component } from '../protocol/sets.rules.ts';
import { loadStock, lockWithParts } from '../ledger/variant-stock.queries.ts';
import { listingsById, withListings, withStock, type VariantStock } from '../protocol/variant-stock.rules.ts';

/** What a SKU is to be made of; of nothing: it is to be no set. */
export interface Composition {
  readonly storeId: number;
  readonly setId: number;
  readonly components: readonly Component[];
  /** What the member saw it made of: refused where it is made of others by now. */
  readonly seen: readonly Component[] | undefined;
  readonly userId: number;
}

export type { Component };

/** What a SKU was made of, and its quantity before and after. */
export interface Recomposed {
  readonly components: readonly Component[];
  readonly before: number;
  readonly after: number;
}

/** Thrown where a SKU is made of others than the member saw. */
export class MadeOfOthers extends Error {
  readonly components: readonly Component[];

  constructor(components: readonly Component[]) {
    super('The SKU is made of others by now.');
    this.components = components;
  }
}

/**
 * Makes a SKU a set of others, changes what it is made of, or ends the set. A SKU that becomes a set loses the units of its own
 * ledger, and what was pending at its shops; one that ends has 0 units. The caller locks nothing afterwards.
 * @returns null where it is made of just this
 * @throws MadeOfOthers where it is not made of what the member saw
 * @throws Refusal 404; 422 where these SKUs cannot make up this one, or it is to be counted after a restore
 */
export async function changeParts(
  tx: Tx,
  ctx: Context,
  { storeId, setId, components, seen, userId }: Composition,
): Promise<Recomposed | null> {
  const at = ctx.clock.now();
  const partIds = components.map(({ partId }) => partId);
  const locked = await lockWithParts(tx, [setId, ...partIds]);
  const set = (await loadStock(tx, locked)).get(setId);
  if (set?.storeId !== storeId) throw notFound('variant');
  if (set.mergedInto !== null) throw new RetryTransaction();
  const before = await componentsOf(tx, setId);
  if (isSame(before, components)) return null;
  if (seen !== undefined && !isSame(before, seen)) throw new MadeOfOthers(before);
  const fault = faultOf(components, await compositionFacts(tx, setId, storeId, partIds));
  if (fault !== null) throw invalid('parts', message(`stock.set_${fault}`));
  const { quantity } = set;
  const movementId = before.length === 0 ? await endLedger(tx, ctx, set, userId, at) : null;
  if (components.length === 0) await writeSetQuantities(tx, [{ variantId: setId, quantity: 0 }], at);
  await writeComponents(tx, setId, components, at);
  const stocks = await loadStock(tx, locked);
  const own = Array.from(listingsById(stocks).values(), ({ listing }) => listing)
    .filter(({ id }) => set.listings.some((listing) => listing.id === id))
    .map((listing) => [listing.id, withStock(listing, { pending: 0 })] as const);
  const movementOf = new Map(movementId === null ? [] : [[setId, movementId]]);
  await saveStock(tx, withListings(stocks, new Map(own)), { movementOf, at });
  return { components: before, before: quantity, after: stocks.get(setId)?.quantity ?? 0 };
}

function isSame(before: readonly Component[], after: readonly Component[]): boolean {
  const units = new Map(before.map((component) => [component.partId, component.units]));
  return (
    before.length === after.length &&
    after.every((component) => units.get(component.partId) === component.units)
  );
}

/** Takes the quantity of a SKU that becomes a set out of its ledger. @returns the entry; null where there is no quantity */
async function endLedger(
  tx: Tx,
  ctx: Context,
  { variantId, storeId, quantity, listings }: VariantStock,
  userId: number,
  at: Date,
): Promise<number | null> {
  if (await isCountAsked(tx, variantId)) throw invalid('parts', message('stock.set_counted_first'));
  await endBookings(
    tx,
    listings.map(({ id }) => id),
    at,
  );
  const movement = await recordMovement(
    tx,
    ctx,
    {
      storeId,
      variantId,
      adjustment: 0 - quantity,
      source: { type: 'User', userId },
      action: movementMessages.made_set,
      // An entry is written even if it changes nothing, so that the recovery log knows of it.
      cause: `set:${randomUUID()}`,
    },
    at,
  );
  return movement?.id ?? null;
}
