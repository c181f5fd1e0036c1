import type { ListingStatus } from '../kit/connector.ts';
import type { Item } from './wire.ts';

/**
 * amazon-sg.md 3.1: every word of a listing's set of statuses, the most significant first. A listing that is out of stock may be
 * discoverable and not buyable: that is no delisting.
 */
export const itemStatuses: Readonly<Record<string, ListingStatus>> = {
  BUYABLE: 'normal',
  DISCOVERABLE: 'normal',
};

/** Amazon's actions that take a listing down until the seller has put it right (model: IssueEnforcementAction). */
const takenDown = new Set(['LISTING_SUPPRESSED', 'CATALOG_ITEM_REMOVED']);

/** What Seller Central calls an empty set, and a listing without a summary: its data are not complete. */
const inactive = 'INACTIVE';
const incomplete = 'INCOMPLETE';

/** One status from Amazon's set: the most significant word of it, or why it is empty. */
export function statusOf(
  statuses: readonly string[] | null,
  issues: Item['issues'],
): { status: ListingStatus; rawStatus: string } {
  if (statuses === null) return { status: 'delisted', rawStatus: incomplete };
  const word = Object.keys(itemStatuses).find((each) => statuses.includes(each)) ?? statuses[0];
  if (word !== undefined) return { status: itemStatuses[word] ?? 'unknown', rawStatus: word };
  const actions = issues.flatMap((issue) => issue.enforcements?.actions ?? []);
  const action = actions.find((each) => takenDown.has(each.action))?.action;
  return action === undefined
    ? { status: 'delisted', rawStatus: inactive }
    : { status: 'rejected', rawStatus: action };
}
