import { showAccount } from '@evenstock/contract/accounts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { send } from './call.ts';
import { failureOf, mayPass } from './failure.ts';

/** The server is asked this often whether it answers again, in milliseconds; spread, as all browsers ask. */
const askEvery = 3_000;

/**
 * Reads again what failed because the server did not answer, as soon as it answers. Until then the screen stays as it is: one
 * light call asks, not the screen's own.
 * @returns how to stop
 */
export function healFailures(queries: QueryClient): () => void {
  const cache = queries.getQueryCache();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const ask = async () => {
    try {
      await send(showAccount, {});
      await queries.refetchQueries({ type: 'active', predicate: isHealable });
    } catch {
      // It still does not answer, which is what is asked.
    }
    timer = undefined;
    look();
  };
  const look = () => {
    if (isOver || timer !== undefined) return;
    if (cache.findAll({ type: 'active', predicate: isHealable }).length === 0) return;
    timer = setTimeout(() => void ask(), askEvery * (0.5 + Math.random()));
  };
  const leave = cache.subscribe(look);
  look();
  return () => {
    isOver = true;
    leave();
    clearTimeout(timer);
  };
}

function isHealable({ state }: Query): boolean {
  return state.status === 'error' && state.fetchStatus === 'idle' && mayPass(failureOf(state.error));
}
