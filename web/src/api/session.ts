import { authenticate, signIn, signOut, type SignedInUser, type User } from '@evenstock/contract/accounts';
import { useSyncExternalStore } from 'react';
import { call, keepToken } from './call.ts';
import { endsSession, failureOf, type Failure } from './failure.ts';
import { pageSettings } from './page-settings.ts';
import { startPageTracking } from './page-tracking.ts';
import { readToken, readTracking, removeToken, storeToken } from './token.ts';

/** Why nobody is signed in. `unknown` keeps the stored token: we could not find out. */
export type SignedOutReason = 'no_token' | 'rejected' | 'signed_out' | 'unknown';

export type Session =
  | { readonly state: 'AUTHENTICATING' }
  | { readonly state: 'AUTHENTICATED' | 'PASSWORD_EXPIRED'; readonly user: User }
  | { readonly state: 'UNAUTHENTICATED'; readonly reason: SignedOutReason }
  /** The server could not be asked: neither signed in nor out. */
  | { readonly state: undefined; readonly failure: Failure };

let current: Session = { state: 'AUTHENTICATING' };
/** Until it is known for the first time whom the stored token belongs to. */
let isStarting = true;
/** The token that `current` is about. The cookie may hold another one: all tabs share it. */
let tokenHere: string | null = null;
const listeners = new Set<() => void>();
/** When to look at the cookie after another tab's message, which on a busy machine overtakes the cookie itself. */
const COOKIE_SEEN_MS = [0, 500, 3_000];
const otherTabs = new BroadcastChannel(`${pageSettings.cookie_prefix}-session`);

function become(next: Session): void {
  const ends = next.state === 'UNAUTHENTICATED' && next.reason !== 'unknown';
  // A token that another tab has stored since is not ours to remove.
  if (ends && tokenHere !== null && readToken() === tokenHere) {
    removeToken();
    otherTabs.postMessage(null);
  }
  if (ends) tokenHere = null;
  isStarting = false;
  current = next;
  for (const listener of listeners) listener();
}

function signedInAs(user: User): void {
  become({ state: user.password_expired ? 'PASSWORD_EXPIRED' : 'AUTHENTICATED', user });
}

/** Finds out whom the stored token belongs to. Called at the start, by 'Retry', and where another tab changed the token. */
export async function restoreSession(): Promise<void> {
  const token = readToken();
  tokenHere = token;
  if (token === null) {
    become({ state: 'UNAUTHENTICATED', reason: 'no_token' });
    return;
  }
  if (current.state !== 'AUTHENTICATING') become({ state: 'AUTHENTICATING' });
  const next = await ask();
  if (tokenHere !== token) return;
  if (readToken() === token) become(next);
  else await restoreSession();
}

async function ask(): Promise<Session> {
  try {
    const { user } = await call(authenticate);
    return { state: user.password_expired ? 'PASSWORD_EXPIRED' : 'AUTHENTICATED', user };
  } catch (thrown) {
    const failure = failureOf(thrown);
    return endsSession(failure)
      ? { state: 'UNAUTHENTICATED', reason: 'rejected' }
      : { state: undefined, failure };
  }
}

/** Goes on as whoever is signed in in this browser now: another tab may have signed out, or in as somebody else. */
function followOtherTabs(): void {
  if (readToken() !== tokenHere) void restoreSession();
  // Another tab may have changed the password.
  else if (current.state === 'PASSWORD_EXPIRED') refreshSession().catch(() => undefined);
}

otherTabs.addEventListener('message', () => {
  for (const delay of COOKIE_SEEN_MS) setTimeout(followOtherTabs, delay);
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') followOtherTabs();
});

/** Asks again who is signed in, without leaving the screen. Throws CallError. */
export async function refreshSession(): Promise<void> {
  const token = tokenHere;
  const { user } = await call(authenticate);
  if (token === tokenHere) signedInAs(user);
}

/** Signs in. Throws CallError: the form shows it, and asks for a code where the failure's `help` is 'otp'. @returns who signed in */
export async function startSession(email: string, password: string, otp: string): Promise<User> {
  const code = otp === '' ? {} : { otp };
  const { user } = await call(signIn, { body: { user: { email, password, ...code, ati: readTracking() } } });
  adoptSession(user);
  return user;
}

/** Goes on as the account that a reply brought with a token of its own. */
export function adoptSession(user: SignedInUser): void {
  storeToken(user.authentication_token);
  tokenHere = user.authentication_token;
  signedInAs(user);
  otherTabs.postMessage(null);
  startPageTracking();
}

/** Signs out here and on the server; but not somebody else, who signed in in another tab. Throws CallError when the server did not take part; the session then stays. */
export async function endSession(): Promise<void> {
  if (readToken() !== tokenHere) {
    await restoreSession();
    return;
  }
  try {
    await call(signOut);
  } catch (thrown) {
    if (!endsSession(failureOf(thrown))) throw thrown;
  }
  become({ state: 'UNAUTHENTICATED', reason: 'signed_out' });
}

/** Goes on signed out where the server has ended the session by itself. */
export function leaveSession(): void {
  become({ state: 'UNAUTHENTICATED', reason: 'signed_out' });
}

keepToken({
  mayCarry(endpoint, token) {
    // What a screen of who was here still sends does not go on as somebody else's.
    if (!('user' in current)) {
      // At the start nobody else's screen is there: what the first one reads may be asked for with whom it is.
      const isAhead = isStarting && token === tokenHere && endpoint.method === 'GET';
      return isAhead || endpoint.permission === 'public' || endpoint.name === authenticate.name;
    }
    if (token === tokenHere) return true;
    void restoreSession();
    return false;
  },
  rejected(token) {
    if (!('user' in current)) return;
    if (token === readToken()) become({ state: 'UNAUTHENTICATED', reason: 'rejected' });
    else void restoreSession();
  },
  passwordExpired() {
    if (current.state === 'AUTHENTICATED') refreshSession().catch(() => undefined);
  },
});

/** Calls `listener` after every change of the session; returns how to stop. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentSession(): Session {
  return current;
}

export function useSession(): Session {
  return useSyncExternalStore(watchSession, currentSession);
}

/** The signed-in account. Throws outside the signed-in part of the program. */
export function useUser(): User {
  const session = useSession();
  if (!('user' in session)) throw new Error('nobody is signed in here');
  return session.user;
}
