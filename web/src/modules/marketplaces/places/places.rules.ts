/** What a member may confirm in the dialog of places. */
export type PlaceStep =
  /** Nothing is chosen, or what is kept already. */
  | 'nothing'
  /** The first choice: nothing was counted before. */
  | 'keep'
  /** Another choice: numbers change, so they are shown first. */
  | 'move';

/**
 * What the choice of these places means.
 * @param kept those that are kept now
 * @param isFirst nothing was read from the shop yet
 */
export function placeStep(chosen: readonly string[], kept: readonly string[], isFirst: boolean): PlaceStep {
  if (chosen.length === 0) return 'nothing';
  if (isFirst) return 'keep';
  const isSame = chosen.length === kept.length && chosen.every((id) => kept.includes(id));
  return isSame ? 'nothing' : 'move';
}
