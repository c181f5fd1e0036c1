import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../context.ts';

/** A person who pressed a button is answered within this time, whatever the marketplace does. */
const LONGEST_WAIT_MS = 18_000;

/**
 * Takes an action a step further for somebody who waits for the answer. A slow marketplace keeps nobody waiting for longer: the
 * call goes on, and its outcome is announced when it is known.
 */
export async function performWhileWaitedFor(ctx: Context, actionId: number): Promise<void> {
  const answered = new AbortController();
  const performed = ctx.performAction(ctx, actionId).catch((error: unknown) => {
    // Its job comes to it again when its lease has ended.
    ctx.log.error({ err: error, action: actionId }, 'an action could not be performed');
  });
  const waited = pause(LONGEST_WAIT_MS, undefined, { signal: answered.signal }).catch(() => undefined);
  await Promise.race([performed, waited]);
  answered.abort();
}
