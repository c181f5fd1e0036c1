import { useSyncExternalStore } from 'react';

/** The open dialog of the pages outside the program: sign-in or sign-up. */
export interface AuthModals {
  readonly signInModalVisible: boolean;
  readonly signUpModalVisible: boolean;
}

/** Delay before the second dialog opens, in milliseconds, so that the first one has closed. */
const switchDelay = 300;
const none: AuthModals = { signInModalVisible: false, signUpModalVisible: false };

let current = none;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function become(next: AuthModals): void {
  clearTimeout(timer);
  current = next;
  for (const listener of listeners) listener();
}

export function showSignIn(): void {
  become({ signInModalVisible: true, signUpModalVisible: false });
}

/** Opens the sign-up dialog; from the sign-in dialog, after that one has closed. */
export function showSignUp(): void {
  const next = { signInModalVisible: false, signUpModalVisible: true };
  if (!current.signInModalVisible) {
    become(next);
    return;
  }
  become(none);
  timer = setTimeout(() => become(next), switchDelay);
}

export function hideAuthModals(): void {
  become(none);
}

export function useAuthModals(): AuthModals {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
