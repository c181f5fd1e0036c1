/** The session token's cookie. The server never reads it: calls carry the token in a header. */
const cookieName = 'evenstock-token';
const thirtyDays = 30 * 24 * 60 * 60;

export function readToken(): string | null {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${cookieName}=`));
  return pair === undefined ? null : decodeURIComponent(pair.slice(cookieName.length + 1));
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
