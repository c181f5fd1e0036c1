import { pageSettings } from './page-settings.ts';

/** The session token's cookie. The server never reads it: calls carry the token in a header. */
const cookieName = `${pageSettings.cookie_prefix}-token`;
/** A first-party cookie that says which campaign brought somebody here; we only read it. */
const trackingCookie = 'ati';
const thirtyDays = 30 * 24 * 60 * 60;

export function readToken(): string | null {
  return readCookie(cookieName);
}

/** The tracking value that sign-in, sync login and registration carry; null where there is none. */
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
    // Written by somebody else, and not encoded.
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
