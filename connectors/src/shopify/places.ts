import type { Access } from '../kit/access.ts';
import type { Locations } from '../kit/locations.ts';
import { parseReply } from '../kit/read-records.ts';
import { graphql } from './client.ts';
import { locationsDocument } from './documents.ts';
import { nextOf } from './listings.ts';
import { locations } from './wire.ts';

type Locating = Awaited<ReturnType<typeof allLocations>>;

/** shopify.md 3.1: every location of the shop; those of fulfilment services too. */
export async function allLocations(access: Access) {
  const found: ReturnType<typeof locationsIn>['nodes'][number][] = [];
  let after: string | null = null;
  for (;;) {
    const { data } = await graphql(access, locationsDocument, { after });
    const page = locationsIn(data['locations']);
    found.push(...page.nodes);
    const next: { after: string } | null = page.pageInfo ? nextOf(page.pageInfo, after, null) : null;
    if (next === null) return found;
    ({ after } = next);
  }
}

const locationsIn = (value: unknown) => parseReply(locations, value, 'locations');

/** Where new listings are counted unless a member chooses otherwise: the first that sends orders of the shop's own site. */
export const defaultLocation = (found: Locating): Locating[number] | undefined => {
  const own = found.filter((each) => each.isActive && !each.isFulfillmentService);
  return own.find((each) => each.fulfillsOnlineOrders) ?? own[0];
};

/** A quantity is compared and set at one location (shopify.md 3.2), so one is chosen. */
export const places: Locations = {
  areSummed: false,
  async list(access) {
    return (await allLocations(access)).map(({ id, name, isActive }) => ({
      id,
      name: name ?? id,
      // A fulfilment service is another firm's warehouse, chosen by the seller, and not Shopify's.
      keptBy: 'seller',
      isActive,
    }));
  },
};
