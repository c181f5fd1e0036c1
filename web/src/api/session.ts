import {
  authenticate,
  signIn,
  signOut,
  type SignedInUser,
  type User,
} from '@evenstock/contract/accounts/accounts';
import { useSyncExternalStore } from 'react';
import { call, keepToken } from './call.ts';
import { endsSession, failureOf, type Failure } from './failure.ts';
import { pageSettings } from './page-settings.ts';
import { startPageTracking } from './page-tracking.ts';
import { readToken, readTracking, removeToken, storeToken } from './token.ts';

/** Why nobody is signed in. `unknown` keeps the stored token, because the server could not be asked. */
export type SignedOutReason = 'no_token' | 'rejected' | 'signed_out' | 'unknown';

export type Session =
  | { readonly state: 'AUTHENTICATING' }
  | { readonly state: 'AUTHENTICATED' | 'PASSWORD_EXPIRED'; readonly user: User }
  | { readonly state: 'UNAUTHENTICATED'; readonly reason: SignedOutReason }
  /** The server could not be asked: neither signed in nor out. */
  | { readonly state: undefined; readonly failure: Failure };

let current: Session = { state: 'AUTHENTICATING' };
/** True until the owner of the stored token is known for the first time. */
let isStarting = true;
/** The token of `current`. The cookie may hold another one, because all tabs share it. */
let tokenHere: string | null = null;
const listeners = new Set<() => void>();
/**
 * When to read the cookie after another tab's message, in milliseconds. On a busy machine the message may arrive before the
 * cookie.
 */
const COOKIE_SEEN_MS = [0, 500, 3_000];
const otherTabs = new BroadcastChannel(`${pageSettings.cookie_prefix}-session`);

function become(next: Session): void {
  const ends = next.state === 'UNAUTHENTICATED' && next.reason !== 'unknown';
  // Do not remove a token that another tab has stored since.
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

/** Loads the account of the stored token. Called at the start, by 'Retry', and when another tab changed the token. */
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

/** Switches to the account that is signed in in this browser now: another tab may have signed out, or in with another account. */
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

/** Reloads the signed-in account without leaving the screen. Throws CallError. */
export async function refreshSession(): Promise<void> {
  const token = tokenHere;
  const { user } = await call(authenticate);
  if (token === tokenHere) signedInAs(user);
}

/**
 * Signs in.
 * @returns the account
 * @throws CallError: the form shows it, and asks for a code if the failure's `help` is 'otp'
 */
export async function startSession(email: string, password: string, otp: string): Promise<User> {
  const code = otp === '' ? {} : { otp };
  const { user } = await call(signIn, { body: { user: { email, password, ...code, ati: readTracking() } } });
  adoptSession(user);
  return user;
}

/** Switches to the account of a reply that contains a new token. */
export function adoptSession(user: SignedInUser): void {
  storeToken(user.authentication_token);
  tokenHere = user.authentication_token;
  signedInAs(user);
  otherTabs.postMessage(null);
  startPageTracking();
}

/**
 * Signs out here and on the server, unless another tab has signed in with another account.
 * @throws CallError if the server did not answer; the session then stays
 */
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

/** Shows the signed-out state after the server has ended the session. */
export function leaveSession(): void {
  become({ state: 'UNAUTHENTICATED', reason: 'signed_out' });
}

keepToken({
  mayCarry(endpoint, token) {
    // Calls that a screen of the previous account still sends must not run with the new account's token.
    if (!('user' in current)) {
      // At the start there is no such screen, so the first screen may read while the account is still loading.
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

/** Calls `listener` after every change of the session. Returns a function that removes it. */
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
