import type { ChannelFault } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Commit, Progress } from './operation-definition.ts';
import { waitAfterFault } from './operations.rules.ts';

/** How many lanes work at the same time. */
const MOST_LANES = 8;
/** After this time no more is begun, so that other operations get their turn. It is less than a slice of an operation. */
const SLICE_MS = 15_000;

/**
 * Works in lanes side by side, in each lane one piece after another, so that a slow lane holds up no other. When the slice is over,
 * lanes continue only while a piece that was begun before is still under way.
 * @param work returns whether its lane continues
 * @throws the first error of a piece, once all lanes have stopped
 */
export async function workSideBySide<Piece>(
  { clock }: Pick<Context, 'clock'>,
  lanes: readonly (readonly Piece[])[],
  work: (piece: Piece) => Promise<boolean>,
): Promise<void> {
  const sliceEnds = clock.now().getTime() + SLICE_MS;
  const isEarly = (): boolean => clock.now().getTime() < sliceEnds;
  const waiting = [...lanes];
  let earlyUnderWay = 0;
  let hasFailed = false;
  const goAlong = async (lane: readonly Piece[]): Promise<void> => {
    for (const piece of lane) {
      const isBegunEarly = isEarly();
      if (hasFailed || (!isBegunEarly && earlyUnderWay === 0)) return;
      earlyUnderWay += isBegunEarly ? 1 : 0;
      try {
        if (!(await work(piece))) return;
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        earlyUnderWay -= isBegunEarly ? 1 : 0;
      }
    }
  };
  const takeLanes = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) await goAlong(lane);
  };
  const ends = Array.from({ length: MOST_LANES }, takeLanes);
  await Promise.allSettled(ends);
  await Promise.all(ends);
}

/** How long a lane waits whose marketplace gave no answer, in milliseconds. @param failures consecutive ones, with this one */
export const waitOfLane = (fault: ChannelFault, failures: number): number =>
  waitAfterFault(fault, failures) ?? 0;

/** The cursor of lanes that record what they did one after another. */
export interface LaneRecords<Cursor> {
  readonly cursor: () => Cursor;
  /**
   * Records rows and moves the cursor that the last record left.
   * @param within writes more in the same transaction
   * @returns whether the operation continues; false once its end was requested
   */
  readonly record: (
    move: (before: Cursor) => Progress<Cursor>,
    within?: (tx: Tx) => Promise<void>,
  ) => Promise<boolean>;
}

export function recordsOfLanes<Cursor>(commit: Commit<Cursor>, begun: Cursor): LaneRecords<Cursor> {
  let cursor = begun;
  let last: Promise<unknown> = Promise.resolve();
  return {
    cursor: () => cursor,
    record(move, within) {
      const recorded = last.then(async () => {
        const progress = move(cursor);
        const goesOn = await commit(async (tx) => {
          await within?.(tx);
          return progress;
        });
        cursor = progress.cursor;
        return goesOn;
      });
      last = recorded.catch(() => undefined);
      return recorded;
    },
  };
}
