import type { ChannelOrderLine, LineCancellation } from '@evenstock/connectors/kit/connector';

/** A cancellation of units of a line, and what was decided of it. */
export interface KnownCancellation {
  /** The marketplace's id; null: it told a number of units alone. */
  readonly id: string | null;
  readonly units: number;
  /** Restocking was switched off when its units came back. It is decided once. */
  readonly frozen: boolean;
  /** Whether the marketplace put its units back on the listing; null: it does not tell. */
  readonly restocked: boolean | null;
}

/** The id of the cancellation of a line that its order no longer has. */
export const REMOVED = 'removed';

type ReportedCancellations = Pick<ChannelOrderLine, 'cancelled' | 'cancellations'>;

/**
 * Decides the cancellations of a line by a newer state. Whether restocking was switched off is decided once for each; whether the
 * marketplace put the units back is read from each state that tells it. A cancellation that a state lacks is withdrawn; units
 * without an id are withdrawn from those that gave back last.
 * @param isFrozen whether restocking was switched off at a date of the marketplace; null: it gives none
 */
export function decideCancellations(
  known: readonly KnownCancellation[],
  { cancelled, cancellations }: ReportedCancellations,
  isFrozen: (at: Date | null) => boolean,
): KnownCancellation[] {
  const named = uniqueById(cancellations);
  const unnamed = cancellations.filter(({ id, units }) => id === null && units > 0);
  const tellsNumberAlone = cancellations.length === 0;
  const kept = known.flatMap((each): KnownCancellation[] => {
    if (each.id === null) return [each];
    const now = named.get(each.id);
    if (now !== undefined) return [{ ...each, units: now.units, restocked: now.restocked ?? each.restocked }];
    return tellsNumberAlone && each.id !== REMOVED ? [each] : [];
  });
  const isKnown = new Set(kept.map(({ id }) => id));
  const fresh = [...named.values()].filter(({ id }) => !isKnown.has(id));
  const list = fresh.reduce((rest, one) => withNamed(rest, one, cancelled, isFrozen), kept);
  return aligned(withUnnamed(list, unnamed, cancelled, isFrozen), unnamed);
}

/** The units that cancellations give back to the quantity. */
export function givenBack(cancellations: readonly KnownCancellation[]): number {
  return unitsIn(cancellations.filter(givesBack));
}

function givesBack({ frozen, restocked }: KnownCancellation): boolean {
  return !frozen && restocked !== false;
}

const unitsIn = (of: readonly { readonly units: number }[]): number =>
  of.reduce((sum, { units }) => sum + units, 0);

function uniqueById(cancellations: readonly LineCancellation[]): Map<string, LineCancellation> {
  const named = new Map<string, LineCancellation>();
  for (const one of cancellations) {
    if (one.id === null || one.units <= 0) continue;
    const earlier = named.get(one.id);
    named.set(one.id, earlier === undefined ? one : { ...one, units: earlier.units + one.units });
  }
  return named;
}

/** Adds a cancellation that has an id. Units that were known without an id before keep what was decided of them. */
function withNamed(
  list: readonly KnownCancellation[],
  one: LineCancellation,
  cancelled: number,
  isFrozen: (at: Date | null) => boolean,
): KnownCancellation[] {
  const excess = Math.max(0, Math.min(one.units, unitsIn(list) + one.units - cancelled));
  const [decided] = excess === 0 ? [] : list.filter(({ id }) => id === null);
  let left = excess;
  const rest = list.flatMap((each): KnownCancellation[] => {
    if (each.id !== null || left === 0) return [each];
    const taken = Math.min(left, each.units);
    left -= taken;
    return taken === each.units ? [] : [{ ...each, units: each.units - taken }];
  });
  return [
    ...rest,
    { id: one.id, units: one.units, frozen: decided?.frozen ?? isFrozen(one.at), restocked: one.restocked },
  ];
}

/** Makes the units without an id as many as the state has; those that gave back last are withdrawn first. */
function withUnnamed(
  list: readonly KnownCancellation[],
  unnamed: readonly LineCancellation[],
  cancelled: number,
  isFrozen: (at: Date | null) => boolean,
): KnownCancellation[] {
  const more = cancelled - unitsIn(list);
  const last = unnamed.at(-1);
  if (more > 0) {
    const frozen = isFrozen(last?.at ?? null);
    return [...list, { id: null, units: more, frozen, restocked: last?.restocked ?? null }];
  }
  const isUnnamed = list.some(({ id }) => id === null);
  const withdrawable = (each: KnownCancellation): boolean => !isUnnamed || each.id === null;
  const first = withoutLast(list, -more, (each) => withdrawable(each) && givesBack(each));
  return withoutLast(first.list, first.left, withdrawable).list;
}

/** Takes units from the last of those entries that may be withdrawn. @returns also the units that are still to be taken */
function withoutLast(
  list: readonly KnownCancellation[],
  units: number,
  mayBeWithdrawn: (each: KnownCancellation) => boolean,
): { readonly list: KnownCancellation[]; readonly left: number } {
  let left = units;
  const rest = list.toReversed().flatMap((each): KnownCancellation[] => {
    if (left === 0 || !mayBeWithdrawn(each)) return [each];
    const taken = Math.min(left, each.units);
    left -= taken;
    return taken === each.units ? [] : [{ ...each, units: each.units - taken }];
  });
  return { list: rest.toReversed(), left };
}

/** Reads into the units without an id what the marketplace says of them, in their order. */
function aligned(
  list: readonly KnownCancellation[],
  unnamed: readonly LineCancellation[],
): KnownCancellation[] {
  const told = unnamed.map(({ units, restocked }) => ({ units, restocked }));
  return list.flatMap((each): KnownCancellation[] => {
    if (each.id !== null) return [each];
    const runs: KnownCancellation[] = [];
    let left = each.units;
    while (left > 0) {
      const [next] = told;
      const units = Math.min(left, next?.units ?? left);
      runs.push({ ...each, units, restocked: next?.restocked ?? each.restocked });
      left -= units;
      if (next === undefined) continue;
      next.units -= units;
      if (next.units === 0) told.shift();
    }
    return joinedRuns(runs);
  });
}

function joinedRuns(runs: readonly KnownCancellation[]): KnownCancellation[] {
  const joined: KnownCancellation[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last === undefined || last.restocked !== run.restocked) joined.push(run);
    else joined[joined.length - 1] = { ...last, units: last.units + run.units };
  }
  return joined;
}
