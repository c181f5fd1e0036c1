import { pageSettings } from '../../api/page-settings.ts';

const name = `${pageSettings.cookie_prefix}-sign-up`;

/** A new random value that this browser keeps: the mailed link, opened here, then asks for no password. */
export function newBrowserKey(): string {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  try {
    localStorage.setItem(name, key);
  } catch {
    // Storage may be switched off; the link then asks for the password.
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
    // Nothing was kept.
  }
}
