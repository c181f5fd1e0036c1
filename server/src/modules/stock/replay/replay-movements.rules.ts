import type { LostMerge } from './lost-merge.ts';
import {
  causeKey,
  type LoggedEpoch,
  type LoggedMerge,
  type LoggedMovement,
} from '../ledger/logged-movement.rules.ts';
import type { MovementSource, NewMovement } from '../ledger/movement.ts';

/** The records named by lines that exist in the database. */
export interface ReplayTargets {
  /** SKUs that may be replayed: one that was never counted begins with the number of its shop, which holds all of its past; a set has no ledger. */
  readonly variants: ReadonlySet<number>;
  readonly listings: ReadonlySet<number>;
  readonly users: ReadonlySet<number>;
  readonly marketplaces: ReadonlySet<number>;
  readonly orders: ReadonlySet<number>;
}

/** What is to be recorded again. */
export interface ChosenLines {
  readonly lines: readonly LoggedMovement[];
  /** In the order in which they happened. */
  readonly merges: readonly LostMerge[];
  /** SKUs of which nobody knows any more which listings share their quantity. */
  readonly regrouped: readonly number[];
}

/**
 * Chooses the lines to record again, and the merges to repeat. After an unmerge or an undone merge that the database lacks, or a merge
 * that cannot be repeated, the later lines of its SKUs are left out.
 * @param lines in the order in which they were recorded
 * @param known keys of those that the ledger has
 */
export function chosenLines(
  lines: readonly LoggedMovement[],
  known: ReadonlySet<string>,
  targets: ReplayTargets,
): ChosenLines {
  const mergeOf = new Map(lines.flatMap((line) => (line.merge === undefined ? [] : [[line.cause, line]])));
  const regrouped = new Set<number>();
  const merges: LostMerge[] = [];
  const isRepeatable = (merge: LoggedMerge, survivorId: number): boolean =>
    [survivorId, ...merge.sources].every((id) => targets.variants.has(id) && !regrouped.has(id)) &&
    merge.listings.every((listing) => targets.listings.has(listing.variant_listing_id));
  const chosen = lines.filter((line) => {
    if (known.has(causeKey(line)) || !targets.variants.has(line.variantId)) return false;
    const survivor = mergeOf.get(line.cause);
    if (line.cause.startsWith('set:')) regrouped.add(line.variantId);
    if (/^(?:(?:un)?merge|undo):/.test(line.cause)) {
      if (survivor?.merge === undefined) regrouped.add(line.variantId);
      else if (!isRepeatable(survivor.merge, survivor.variantId)) {
        for (const id of [survivor.variantId, ...survivor.merge.sources]) {
          if (targets.variants.has(id)) regrouped.add(id);
        }
      }
    }
    if (regrouped.has(line.variantId)) return false;
    if (line.merge !== undefined) merges.push(mergeIn(line, line.merge, targets));
    return true;
  });
  return { lines: chosen, merges, regrouped: [...regrouped] };
}

function mergeIn(
  { storeId, variantId, source }: LoggedMovement,
  merge: LoggedMerge,
  targets: ReplayTargets,
): LostMerge {
  const { type } = source;
  const userId =
    type === 'User' && source.userId !== null && targets.users.has(source.userId) ? source.userId : null;
  return { ...merge, storeId, variantId, userId };
}

/** SKUs with their lines, in groups: those that merges join are together. */
export function groupedByMerges(lines: readonly LoggedMovement[]): (readonly [number, ...number[]])[] {
  const leaderOf = new Map<number, number>();
  const leader = (id: number): number => {
    const above = leaderOf.get(id) ?? id;
    if (above === id) return id;
    const found = leader(above);
    leaderOf.set(id, found);
    return found;
  };
  for (const { variantId, merge } of lines) {
    for (const id of [variantId, ...(merge?.sources ?? [])]) leaderOf.set(leader(id), leader(variantId));
  }
  const groups = new Map<number, [number, ...number[]]>();
  for (const id of [...leaderOf.keys()].sort((one, other) => one - other)) {
    const group = groups.get(leader(id));
    if (group === undefined) groups.set(leader(id), [id]);
    else group.push(id);
  }
  return [...groups.values()];
}

/** The ledger entries of lines. The source of one whose record is gone is nobody. */
export function replayable(lines: readonly LoggedMovement[], targets: ReplayTargets): NewMovement[] {
  return lines.map(({ storeId, variantId, adjustment, action, cause, reason, source }) => ({
    storeId,
    variantId,
    adjustment,
    action,
    cause,
    reason,
    source: knownSource(source, targets),
  }));
}

function knownSource(source: MovementSource, targets: ReplayTargets): MovementSource {
  switch (source.type) {
    case 'Marketplace':
      return targets.marketplaces.has(source.marketplaceId) ? knownEdit(source, targets) : nobody;
    case 'Order':
      return targets.orders.has(source.orderId) ? source : nobody;
    case 'User':
      return source.userId !== null && targets.users.has(source.userId) ? source : nobody;
  }
}

const nobody: MovementSource = { type: 'User', userId: null };

/** The epochs of lines, each as the last line has it. */
export function lastEpochs(lines: readonly LoggedMovement[]): LoggedEpoch[] {
  return [...new Map(lines.flatMap(({ epochs }) => epochs).map((epoch) => [epoch.id, epoch])).values()];
}

/** The listing may be younger than the backup. */
function knownEdit(
  source: Extract<MovementSource, { type: 'Marketplace' }>,
  { listings }: ReplayTargets,
): MovementSource {
  return source.listingId === null || listings.has(source.listingId)
    ? source
    : { ...source, listingId: null };
}
