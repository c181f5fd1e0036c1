import { pageSettings } from './page-settings.ts';

/** The cookie of the session token. The server never reads it: calls send the token in a header. */
const cookieName = `${pageSettings.cookie_prefix}-token`;
/** A first-party cookie that names the campaign that brought the visitor here. It is only read, never set. */
const trackingCookie = 'ati';
const thirtyDays = 30 * 24 * 60 * 60;

export function readToken(): string | null {
  return readCookie(cookieName);
}

/** The tracking value that sign-in, sync login and registration send; null if there is none. */
export function readTracking(): string | null {
  return readCookie(trackingCookie)?.slice(0, 200) ?? null;
}

function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  if (pair === undefined) return null;
  const value = pair.slice(name.length + 1);
  try {
    return decodeURIComponent(value);
  } catch {
    // The cookie was set by another program and is not encoded.
    return value;
  }
}

export function storeToken(token: string): void {
  writeCookie(encodeURIComponent(token), thirtyDays);
}

export function removeToken(): void {
  writeCookie('', 0);
}

function writeCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookieName}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}
