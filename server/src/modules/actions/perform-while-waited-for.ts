import type { Context } from '../../context.ts';
import { withinTime } from '../../platform/time-limit.ts';

/** A person who pressed a button is answered within this time, whatever the marketplace does. */
const LONGEST_WAIT_MS = 18_000;

/**
 * Takes an action a step further for somebody who waits for the answer. A slow marketplace keeps nobody waiting for longer: the
 * call goes on, and its outcome is announced when it is known.
 * @param milliseconds the longest wait
 */
export async function performWhileWaitedFor(
  ctx: Context,
  actionId: number,
  milliseconds = LONGEST_WAIT_MS,
): Promise<void> {
  const logged = (error: unknown): void => {
    // Its job takes it up again when its lease has ended.
    ctx.log.error({ err: error, action: actionId }, 'An action could not be performed');
  };
  await withinTime(ctx.performAction(ctx, actionId).catch(logged), milliseconds, logged);
}
