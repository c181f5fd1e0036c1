import { english } from '@evenstock/contract/messages/english';
import type { Action, ActionResult } from '../capabilities.ts';
import type { Access } from '../access.ts';
import { ChannelError, leavesWriteUnknown, unavailable } from '../errors.ts';
import type { ChannelHttp } from '../http.ts';
import { claim } from './claims.ts';
import type { Seat, World } from './world.ts';

const manyTries = 40;

/**
 * Performs an action as the product does: after anything but a clear answer it checks before it tries again.
 * Throws when the action is refused or never ends.
 */
export async function settle<Asked>(
  world: World,
  access: Access,
  action: Action<Asked>,
  asked: Asked,
  first: Access = access,
): Promise<void> {
  let result = await performed(world, first, action, asked);
  for (let tries = 0; tries < manyTries; tries += 1) {
    if (result.outcome === 'done') return;
    if (result.outcome === 'rejected') throw new Error(`refused: ${result.code} ${english(result.reason)}`);
    const pending = result.outcome === 'pending' ? result : null;
    await world.control.pass(pending?.afterSeconds ?? 1);
    const seen = await action.check(access, asked, pending?.reference ?? null);
    if (seen.effect === 'done') return;
    if (seen.effect === 'refused') throw new Error(`refused: ${seen.code} ${english(seen.reason)}`);
    if (seen.effect === 'not_yet_known') await world.control.pass(seen.afterSeconds);
    else result = await performed(world, access, action, asked);
  }
  throw new Error('never comes to an end');
}

async function performed<Asked>(
  world: World,
  access: Access,
  action: Action<Asked>,
  asked: Asked,
): Promise<ActionResult> {
  try {
    return await action.perform(access, asked);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const { fault } = error;
    if (fault.kind === 'throttled') await world.control.pass(fault.afterSeconds);
    else if (!leavesWriteUnknown(fault)) throw error;
    return { outcome: 'unknown', reason: fault.reason };
  }
}

/**
 * Repeats the action, each time with another of its answers lost: the first, the second,
 * until none is left. `prepare` makes a fresh case; `effects` counts how often it took effect, which must be once.
 */
export async function onceWhateverIsLost<Asked>(
  world: World,
  access: Seat,
  action: Action<Asked>,
  prepare: () => Promise<{ asked: Asked; effects: () => Promise<number> }>,
): Promise<void> {
  for (let nth = 0; ; nth += 1) {
    await access.renewInTime();
    const { asked, effects } = await prepare();
    const losing = losingAnswer(access.http, nth);
    await settle(world, access, action, asked, { ...access, http: losing.http });
    const count = await effects();
    const which = nth === 0 ? 'with every answer there' : `with answer ${nth} lost`;
    claim(count === 1, `${which} it took effect ${count} times`);
    if (nth > 0 && !losing.lost()) return;
  }
}

/** Loses the answer to the nth request, which the marketplace has performed. 0 loses none. */
function losingAnswer(http: ChannelHttp, nth: number): { http: ChannelHttp; lost: () => boolean } {
  let count = 0;
  return {
    lost: () => nth > 0 && count >= nth,
    http: {
      now: () => http.now(),
      async send(request) {
        const reply = await http.send(request);
        count += 1;
        if (count === nth) throw unavailable('The answer was lost on the way.');
        return reply;
      },
    },
  };
}
