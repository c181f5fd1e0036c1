import { z } from 'zod';
import type { Order } from '../core/records.ts';

/** Units of one order in one parcel (lazada.md 5). */
export const packageRecord = z.object({
  id: z.string(),
  /** Order item ids. */
  units: z.array(z.string()),
  status: z.enum(['packed', 'ready_to_ship', 'shipped', 'delivered', 'failed_delivery', 'canceled']),
  tracking: z.string(),
  at: z.int(),
});
export type Package = z.infer<typeof packageRecord>;

export const shipmentProvider = { name: 'LEX SG', provider_code: 'FM50' } as const;
export const otherProvider = { name: 'Ninja Van SG', provider_code: 'FM51' } as const;

/** Adds a new parcel of these units to those of the order. Its id is `FP`, the order's id and two digits. */
export function addPackage(packages: Package[], order: Order, units: readonly string[], at: number): Package {
  const sequence = String(packages.length + 1).padStart(2, '0');
  const made: Package = {
    id: `FP${order.id}${sequence}`,
    units: [...units],
    status: 'packed',
    tracking:
      packages.length === 0 && order.tracking !== null
        ? order.tracking
        : `LEXSG${order.id.slice(-8)}${sequence}`,
    at,
  };
  packages.push(made);
  return made;
}

/** The id of the order that a package is of. */
export function orderIdOf(packageId: string): string {
  return /^FP(\d+)\d\d$/.exec(packageId)?.[1] ?? '';
}

/** The parcel that a unit is in now. */
export function packageOf(packages: readonly Package[], unitId: string): Package | undefined {
  return packages.find(({ units, status }) => status !== 'canceled' && units.includes(unitId));
}
