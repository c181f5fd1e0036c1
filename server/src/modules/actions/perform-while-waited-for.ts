import type { Context } from '../../context.ts';
import { withinTime } from '../../platform/time/time-limit.ts';

/** The longest that a person waits for a reply, whatever the marketplace does. */
const LONGEST_WAIT_MS = 18_000;

/**
 * Performs one step of an action for a person who waits. After the limit the call continues, and its outcome is announced when it
 * is known.
 * @param milliseconds the longest wait
 */
export async function performWhileWaitedFor(
  ctx: Context,
  actionId: number,
  milliseconds = LONGEST_WAIT_MS,
): Promise<void> {
  const logged = (error: unknown): void => {
    // The action's job resumes it once its lease has expired.
    ctx.log.error({ err: error, action: actionId }, 'An action failed.');
  };
  await withinTime(ctx.performAction(ctx, actionId).catch(logged), milliseconds, logged);
}
