import { channelKind, type ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';

/** The entry that this browser keeps while the user is at the marketplace's consent page. */
const context = z.object({
  state: z.string().min(1),
  /** The store's id or slug, as in addresses. */
  storeId: z.string().min(1),
  marketplaceSlug: z.string().min(1),
  channel: channelKind,
  /** The URL of the consent page that the server returned. */
  consentUrl: z.string(),
  /** The seller, if the channel names one before it returns with the code; the return must name the same. */
  sellerId: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type AuthorisationContext = z.infer<typeof context>;

const storageKey = 'evenstock-authorisation';
/** Time limit of an entry. It is longer than the server's, so that a return after standby still gets the server's own error. */
const keptFor = 60 * 60_000;

/** Parses the stored entries and returns those that have not expired. Unreadable data counts as empty. */
export function readContexts(stored: string | null, now: number): readonly AuthorisationContext[] {
  if (stored === null) return [];
  try {
    const contexts = z.array(context).safeParse(JSON.parse(stored));
    return contexts.success ? contexts.data.filter(({ at }) => now - at < keptFor) : [];
  } catch {
    return [];
  }
}

/** Stores an entry before an authorisation begins. Several tabs may have one each. */
export function rememberAuthorisation(begun: Omit<AuthorisationContext, 'at' | 'sellerId'>): void {
  const now = Date.now();
  const contexts = [
    ...readContexts(localStorage.getItem(storageKey), now),
    { ...begun, sellerId: null, at: now },
  ];
  localStorage.setItem(storageKey, JSON.stringify(contexts));
}

/** Returns the entry with that state and removes it, so that it is used once. Null if none began in this browser. */
export function takeAuthorisation(state: string | null): AuthorisationContext | null {
  const contexts = readContexts(localStorage.getItem(storageKey), Date.now());
  const found = contexts.find((known) => known.state === state) ?? null;
  if (found !== null)
    localStorage.setItem(storageKey, JSON.stringify(contexts.filter((known) => known !== found)));
  return found;
}

/** Returns the newest entry of a channel, and stores the seller that the channel named. */
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
