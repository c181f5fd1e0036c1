import { pageSettings } from '../../../api/page-settings.ts';

const name = `${pageSettings.cookie_prefix}-sign-up`;

/** Creates and stores a random key, so that the mailed link needs no password when it is opened in this browser. */
export function newBrowserKey(): string {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  try {
    localStorage.setItem(name, key);
  } catch {
    // Storage may be disabled; the link then asks for the password.
    return '';
  }
  return key;
}

export function browserKey(): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function forgetBrowserKey(): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Storage is disabled, so there is nothing to remove.
  }
}
