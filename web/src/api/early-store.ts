import { showStore } from '@evenstock/contract/stores/stores';
import { call, type Reply } from './call.ts';
import { readToken } from './token.ts';

interface Asked {
  readonly storeId: string;
  readonly token: string | null;
  readonly reply: Promise<Reply<typeof showStore>>;
}

let asked: Asked | null = null;

/** Requests the store that the address names while the code that shows it is still loading. */
export function askForStoreOf(address: string): void {
  const [, segment] = /^\/stores\/([^/]+)/.exec(address) ?? [];
  const token = readToken();
  if (segment === undefined || token === null) return;
  const storeId = decodeURIComponent(segment);
  const reply = call(showStore, { params: { storeId } });
  // The failure is reported to the caller that takes the reply; this only avoids an unhandled rejection.
  reply.catch(() => undefined);
  asked = { storeId, token, reply };
}

/** Returns the early request, once; null if it was for another store or another token. */
export function takeEarlyStore(storeId: string): Asked['reply'] | null {
  const early = asked;
  asked = null;
  return early !== null && early.storeId === storeId && early.token === readToken() ? early.reply : null;
}
