import type { z } from 'zod';
import { addPastOrder } from '../core/place-orders.ts';
import type { Random } from '../core/random.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { Shop } from '../core/shop.ts';
import type { ChannelSimulator } from '../core/simulator.ts';
import type { manyOrders } from './payloads.ts';

const day = 86_400_000;

/** Adds orders of the past, spread evenly over a number of days. @returns their numbers */
export function placePastOrders(
  shop: Shop,
  simulator: ChannelSimulator,
  { lines, count }: Pick<z.output<typeof manyOrders>, 'lines' | 'count'>,
  { days, now, random }: { readonly days: number; readonly now: number; readonly random: Random },
): string[] {
  const named = lines?.map(({ sku }) => shop.offersOf(sku)[0]).filter((offer) => offer !== undefined);
  const offers = named ?? [...shop.offers()];
  if (offers.length === 0) throw new SandboxError(409, `${shop.record.name} has no such listings.`);
  const span = days * day;
  return Array.from({ length: count }, (_, index) => {
    const at = now - span + Math.floor((span * (index + random.fraction())) / count);
    return addPastOrder(shop, simulator, { offers, at, now, random }).number;
  });
}
