import { causeKey, type LoggedEpoch, type LoggedMovement } from './logged-movement.rules.ts';
import type { MovementSource, NewMovement } from './movement.ts';

/** What of the records that lines name is in the database. */
export interface ReplayTargets {
  /** SKUs that may be replayed: one that was never counted begins with the number of its shop, which holds all of its past; a set has no ledger. */
  readonly variants: ReadonlySet<number>;
  readonly users: ReadonlySet<number>;
  readonly marketplaces: ReadonlySet<number>;
  readonly orders: ReadonlySet<number>;
}

const regroups = ({ cause }: LoggedMovement): boolean => /^((un)?merge|set):/.test(cause);

/**
 * The lines to record again. From a merge or an unmerge on that the database lacks, a SKU's lines are left out: which listings share
 * its quantity is not known any more. So they are from where it became a set: what it is made of is not known.
 * @param lines in the order in which they were recorded
 * @param known keys of those that the ledger has
 */
export function chosenLines(
  lines: readonly LoggedMovement[],
  known: ReadonlySet<string>,
  targets: ReplayTargets,
): { readonly lines: readonly LoggedMovement[]; readonly regrouped: readonly number[] } {
  const regrouped = new Set<number>();
  const chosen = lines.filter((line) => {
    if (known.has(causeKey(line)) || !targets.variants.has(line.variantId)) return false;
    if (regroups(line)) regrouped.add(line.variantId);
    return !regrouped.has(line.variantId);
  });
  return { lines: chosen, regrouped: [...regrouped] };
}

/** The ledger entries of lines. The source of one whose record is gone is nobody. */
export function replayable(lines: readonly LoggedMovement[], targets: ReplayTargets): NewMovement[] {
  return lines.map(({ storeId, variantId, adjustment, action, cause, source }) => ({
    storeId,
    variantId,
    adjustment,
    action,
    cause,
    source: knownSource(source, targets),
  }));
}

function knownSource(source: MovementSource, targets: ReplayTargets): MovementSource {
  switch (source.type) {
    case 'Marketplace':
      return targets.marketplaces.has(source.marketplaceId) ? source : nobody;
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
