import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { FoundPlaces, ListedPlace } from '../../marketplaces/places/shop-places.ts';

/**
 * Reads the places of a shop. A list that could not be read is no reason to lose a consent. Where the marketplace refuses the list there
 * is nothing to choose from, and its own default is kept.
 */
export async function findPlaces(list: () => Promise<readonly ListedPlace[]>): Promise<FoundPlaces> {
  try {
    return { listed: await list() };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return error.fault.kind === 'rejected' ? { listed: [] } : { fault: error.fault.reason };
  }
}
