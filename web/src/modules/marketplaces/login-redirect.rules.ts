import type { LoginRedirectFacts } from '@evenstock/contract/channels/channels';

/**
 * The address to redirect to when a channel asks for the sign-in first; null if that address is not the channel's. `consentUrl`
 * is the consent page that the server named for this authorisation: its host is trusted too.
 */
export function loginRedirect(
  redirect: LoginRedirectFacts,
  search: URLSearchParams,
  begun: { readonly state: string; readonly consentUrl: string },
  returnTo: string,
): string | null {
  const callback = search.get(redirect.callback) ?? '';
  const theirState = search.get(redirect.state);
  if (theirState === null || !URL.canParse(callback)) return null;
  const url = new URL(callback);
  const isTheirs = url.protocol === 'https:' && redirect.hosts.includes(url.hostname);
  if (!isTheirs && url.origin !== new URL(begun.consentUrl).origin) return null;
  url.searchParams.set(redirect.state, theirState);
  url.searchParams.set('state', begun.state);
  url.searchParams.set('redirect_uri', returnTo);
  if (search.get('version') === 'beta') url.searchParams.set('version', 'beta');
  return url.href;
}
