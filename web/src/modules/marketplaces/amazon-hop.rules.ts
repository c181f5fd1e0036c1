/** Where Amazon's sellers confirm an app; nothing else is believed to be Amazon. */
const amazonHosts: readonly string[] = [
  'sellercentral.amazon.sg',
  'sellercentral.amazon.com',
  'amazon.sg',
  'www.amazon.sg',
  'amazon.com',
  'www.amazon.com',
];

/**
 * The address to send the browser back to when Amazon asks the product to sign in first, or null where that address is not
 * Amazon's. `consentUrl` is the page that this authorisation began with, as the server named it: its own host is trusted too.
 */
export function amazonHop(
  search: URLSearchParams,
  begun: { readonly state: string; readonly consentUrl: string },
  returnTo: string,
): string | null {
  const callback = search.get('amazon_callback_uri') ?? '';
  const amazonState = search.get('amazon_state');
  if (amazonState === null || !URL.canParse(callback)) return null;
  const url = new URL(callback);
  const isAmazon = url.protocol === 'https:' && amazonHosts.includes(url.hostname);
  if (!isAmazon && url.origin !== new URL(begun.consentUrl).origin) return null;
  url.searchParams.set('amazon_state', amazonState);
  url.searchParams.set('state', begun.state);
  url.searchParams.set('redirect_uri', returnTo);
  if (search.get('version') === 'beta') url.searchParams.set('version', 'beta');
  return url.href;
}
