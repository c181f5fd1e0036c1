import { channelKind, type ChannelKind } from '@evenstock/contract/channels';
import { z } from 'zod';

/** What is kept in this browser while the person is away at the marketplace's consent page. */
const context = z.object({
  state: z.string().min(1),
  /** As addresses write the store. */
  storeId: z.string().min(1),
  marketplaceSlug: z.string().min(1),
  channel: channelKind,
  /** The page that the server sent the browser to. */
  consentUrl: z.string(),
  /** The seller, where the channel names one before it returns with the code: the return must name the same. */
  sellerId: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type AuthorisationContext = z.infer<typeof context>;

const storageKey = 'evenstock-authorisation';
/** The server forgets a state sooner than this; a browser that was asleep still gets the server's own words. */
const keptFor = 60 * 60_000;

/** Contexts that are still worth keeping, out of what was stored. Anything unreadable counts as nothing. */
export function readContexts(stored: string | null, now: number): readonly AuthorisationContext[] {
  if (stored === null) return [];
  try {
    const contexts = z.array(context).safeParse(JSON.parse(stored));
    return contexts.success ? contexts.data.filter(({ at }) => now - at < keptFor) : [];
  } catch {
    return [];
  }
}

/** Remembers whose authorisation is about to begin. Several may be under way in several tabs. */
export function rememberAuthorisation(begun: Omit<AuthorisationContext, 'at' | 'sellerId'>): void {
  const now = Date.now();
  const contexts = [
    ...readContexts(localStorage.getItem(storageKey), now),
    { ...begun, sellerId: null, at: now },
  ];
  localStorage.setItem(storageKey, JSON.stringify(contexts));
}

/** The authorisation that this return belongs to, once: it is forgotten by being taken. Null: none that began here. */
export function takeAuthorisation(state: string | null): AuthorisationContext | null {
  const contexts = readContexts(localStorage.getItem(storageKey), Date.now());
  const found = contexts.find((known) => known.state === state) ?? null;
  if (found !== null)
    localStorage.setItem(storageKey, JSON.stringify(contexts.filter((known) => known !== found)));
  return found;
}

/** The authorisation of a channel that began last; it remembers the seller whom the channel names. */
export function newestAuthorisation(
  channel: ChannelKind,
  sellerId: string | null,
): AuthorisationContext | null {
  const contexts = readContexts(localStorage.getItem(storageKey), Date.now());
  const newest = contexts.findLast((known) => known.channel === channel);
  if (newest === undefined) return null;
  const named = { ...newest, sellerId };
  localStorage.setItem(
    storageKey,
    JSON.stringify(contexts.map((known) => (known === newest ? named : known))),
  );
  return named;
}
