import { authenticate, signIn, signOut, type SignedInUser, type User } from '@evenstock/contract/accounts';
import { useSyncExternalStore } from 'react';
import { call, whenUnauthorised } from './call.ts';
import { endsSession, failureOf, type Failure } from './failure.ts';
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
const listeners = new Set<() => void>();

function become(next: Session): void {
  if (next.state === 'UNAUTHENTICATED' && next.reason !== 'unknown') removeToken();
  current = next;
  for (const listener of listeners) listener();
}

function signedInAs(user: User): void {
  become({ state: user.password_expired ? 'PASSWORD_EXPIRED' : 'AUTHENTICATED', user });
}

/** Finds out whom the stored token belongs to. Called at the start and by 'Retry'. */
export async function restoreSession(): Promise<void> {
  if (readToken() === null) {
    become({ state: 'UNAUTHENTICATED', reason: 'no_token' });
    return;
  }
  if (current.state !== 'AUTHENTICATING') become({ state: 'AUTHENTICATING' });
  try {
    signedInAs((await call(authenticate)).user);
  } catch (thrown) {
    const failure = failureOf(thrown);
    become(
      endsSession(failure) ? { state: 'UNAUTHENTICATED', reason: 'rejected' } : { state: undefined, failure },
    );
  }
}

/** Asks again who is signed in, without leaving the screen. Throws CallError. */
export async function refreshSession(): Promise<void> {
  signedInAs((await call(authenticate)).user);
}

/** Signs in. Throws CallError: the form shows it, and asks for a code where the failure's `help` is 'otp'. */
export async function startSession(email: string, password: string, otp: string): Promise<void> {
  const code = otp === '' ? {} : { otp };
  const { user } = await call(signIn, { body: { user: { email, password, ...code, ati: readTracking() } } });
  adoptSession(user);
}

/** Goes on as the account that a reply brought with a token of its own. */
export function adoptSession(user: SignedInUser): void {
  storeToken(user.authentication_token);
  signedInAs(user);
  startPageTracking();
}

/** Signs out here and on the server. Throws CallError when the server did not take part; the session then stays. */
export async function endSession(): Promise<void> {
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

whenUnauthorised((token) => {
  const signedIn = current.state === 'AUTHENTICATED' || current.state === 'PASSWORD_EXPIRED';
  if (signedIn && token === readToken()) become({ state: 'UNAUTHENTICATED', reason: 'rejected' });
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
