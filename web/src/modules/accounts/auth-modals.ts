import { useSyncExternalStore } from 'react';

/** Which of the two dialogs of the pages outside the program is open. */
export interface AuthModals {
  readonly signInModalVisible: boolean;
  readonly signUpModalVisible: boolean;
}

/** The one dialog is gone before the other comes, in milliseconds. */
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

/** Opens the sign-up dialog; from the sign-in dialog, a moment after that one has closed. */
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
