import { showAccount } from '@evenstock/contract/accounts/accounts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { send } from './call.ts';
import { failureOf, mayPass } from './failure.ts';

/** Interval of the checks whether the server answers again, in milliseconds, with jitter because all browsers check. */
const askEvery = 3_000;

/**
 * Repeats reads that failed because the server was unreachable, as soon as it answers. Until then only one light request polls
 * the server, and the screen stays as it is.
 * @returns a function that stops it
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
      // The server is still unreachable; the next check follows.
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
