import type { Access } from './access.ts';

/** The places where a shop keeps its stock. */
export interface Locations {
  /** Whether the units of several chosen places are one number; otherwise exactly one is chosen. */
  readonly areSummed: boolean;
  list(access: Access): Promise<
    readonly {
      readonly id: string;
      readonly name: string;
      readonly keptBy: 'seller' | 'marketplace';
      readonly isActive: boolean;
    }[]
  >;
}

/**
 * The access with the places that were chosen when an order was placed. It stays the order of those: were it compared with places that
 * were chosen later, its units would seem to have moved.
 */
export function accessAt(access: Access, placed: Date): Access {
  const { locations, formerLocations = [], ...rest } = access;
  const former = formerLocations.find(({ until }) => placed < until);
  const then = former === undefined ? locations : (former.ids ?? undefined);
  return then === undefined ? rest : { ...rest, locations: then };
}

/** The place that a write names: the chosen one, whichever the listing was read at. Undefined: the listing names none. */
export function writtenPlace(access: Access, readAt: string | undefined): string | undefined {
  return readAt === undefined ? undefined : (access.locations?.[0] ?? readAt);
}
