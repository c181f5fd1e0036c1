import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<number | null>();

/**
 * Runs work that was asked for with an access token, so that what it records names the token.
 * @param tokenId null: it was asked for by a person at a screen, or by a schedule
 */
export function actingWith<T>(tokenId: number | null, work: () => T): T {
  return acting.run(tokenId, work);
}

/** The id of the access token that the present work was asked for with; null without one. */
export function actingToken(): number | null {
  return acting.getStore() ?? null;
}
