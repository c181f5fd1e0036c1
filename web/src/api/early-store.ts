import { showStore } from '@evenstock/contract/stores';
import { call, type Reply } from './call.ts';
import { readToken } from './token.ts';

interface Asked {
  readonly storeId: string;
  readonly token: string | null;
  readonly reply: Promise<Reply<typeof showStore>>;
}

let asked: Asked | null = null;

/** Asks for the store that an address names, before the code is there that shows it. */
export function askForStoreOf(address: string): void {
  const [, segment] = /^\/stores\/([^/]+)/.exec(address) ?? [];
  const token = readToken();
  if (segment === undefined || token === null) return;
  const storeId = decodeURIComponent(segment);
  const reply = call(showStore, { params: { storeId } });
  // Whoever takes it is told of its failure.
  reply.catch(() => undefined);
  asked = { storeId, token, reply };
}

/** The store that was asked for at the start, once; null where it is another, or asked for as somebody else. */
export function takeEarlyStore(storeId: string): Asked['reply'] | null {
  const early = asked;
  asked = null;
  return early !== null && early.storeId === storeId && early.token === readToken() ? early.reply : null;
}
