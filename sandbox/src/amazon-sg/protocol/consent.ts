import { consentPage } from '../../centre/consent-page.ts';
import { html, type Html } from '../../centre/html.ts';
import { page } from '../../centre/page.ts';
import type { Shop } from '../../core/shop.ts';
import type { AppRegistration, Core, SandboxReply, SandboxRequest } from '../../core/simulator.ts';
import type { AmazonRecords, Registration } from './records.ts';
import { giveCode, newSecret } from './tokens.ts';

const askPath = '/apps/authorize/consent';
const confirmPath = '/apps/authorize/confirm/';
const consolePath = '/sellingpartner/developerconsole';
/** How long the product's log-in page may take to send the seller back. */
const loginRedirectLife = 30 * 60_000;

/** Seller Central's pages: the consent, the way back from the product's log-in page, and the developer's console. */
export function isSellerCentralPath(path: string): boolean {
  return path === askPath || path.startsWith(confirmPath) || path === consolePath;
}

/** The website workflow (amazon-sg.md 1.1). Drafts (`version=beta`) and apps with a log-in address are redirected through it. */
export function answerSellerCentral(
  core: Core,
  app: AppRegistration,
  records: AmazonRecords,
  request: SandboxRequest,
): SandboxReply {
  const { pathname, searchParams: query } = request.url;
  if (pathname === consolePath) return developerConsole(records, request);
  const registered = registrationOf(records);
  const applicationId = pathname.startsWith(confirmPath)
    ? decodeURIComponent(pathname.slice(confirmPath.length))
    : query.get('application_id');
  if (applicationId !== app.extra['application_id']) return wrong('There is no application with this id.');
  const redirectUri = query.get('redirect_uri') ?? registered.redirectUris[0] ?? core.returnUrl('amazon-sg');
  if (redirectUri !== null && !isAllowed(registered, redirectUri))
    return wrong('The redirect_uri is not one of the application’s.');
  if (pathname !== askPath) return confirm(core, records, query, redirectUri);
  if (request.method !== 'POST') return ask(core, request);
  return decide(core, app, records, request, redirectUri);
}

/** What comes back with the seller: `{state, selling_partner_id, spapi_oauth_code}`. */
export function returnQuery(
  core: Core,
  shop: Shop,
  state: string | null,
  redirectUri: string | null,
): Record<string, string> {
  return {
    ...(state === null ? {} : { state }),
    selling_partner_id: shop.id,
    spapi_oauth_code: giveCode(core, shop, redirectUri),
  };
}

function ask(core: Core, { url }: SandboxRequest): SandboxReply {
  return consentPage({
    channel: 'amazon-sg',
    asks: 'read and edit your listings and stock, read your orders with their addresses, and confirm shipments',
    shops: core.shops('amazon-sg').map(({ id, record }) => ({ id, name: record.name })),
    action: `${url.pathname}${url.search}`,
    hidden: {},
  });
}

function decide(
  core: Core,
  app: AppRegistration,
  records: AmazonRecords,
  request: SandboxRequest,
  redirectUri: string | null,
): SandboxReply {
  const query = request.url.searchParams;
  const form = new URLSearchParams(Buffer.from(request.body).toString('utf8'));
  const shop = core.shop('amazon-sg', form.get('shop') ?? '');
  if (form.get('decision') !== 'allow')
    return resultPage(200, 'Not authorised', 'The application was not given access.');
  if (shop === undefined) return wrong('There is no such seller.');
  const isDraft = query.get('version') === 'beta';
  const loginUri = registrationOf(records).loginUri ?? (isDraft ? redirectUri : null);
  if (loginUri === null) {
    return sendBack(core, shop, query.get('state'), redirectUri);
  }
  const amazonState = newSecret(core, shop.id, shop.nextNumber('secret'), 24);
  records.loginRedirects.put(amazonState, {
    shop: shop.id,
    isDraft,
    expiresAt: core.clock.now() + loginRedirectLife,
  });
  return sendTo(loginUri, {
    amazon_callback_uri: `${app.hosts['seller'] ?? ''}${confirmPath}${app.extra['application_id'] ?? ''}`,
    amazon_state: amazonState,
    selling_partner_id: shop.id,
    ...(isDraft ? { version: 'beta' } : {}),
  });
}

function confirm(
  core: Core,
  records: AmazonRecords,
  query: URLSearchParams,
  redirectUri: string | null,
): SandboxReply {
  const amazonState = query.get('amazon_state') ?? '';
  const redirect = records.loginRedirects.get(amazonState);
  const shop = redirect === undefined ? undefined : core.shop('amazon-sg', redirect.shop);
  if (redirect === undefined || shop === undefined || redirect.expiresAt <= core.clock.now())
    return wrong('The amazon_state is not known, or not any more.');
  if (redirect.isDraft && query.get('version') !== 'beta')
    return wrong('MD1000: a draft application is authorised with version=beta.');
  records.loginRedirects.delete(amazonState);
  return sendBack(core, shop, query.get('state'), redirectUri);
}

/** Back to the product; without an address of it, the code is shown to be copied. */
function sendBack(core: Core, shop: Shop, state: string | null, redirectUri: string | null): SandboxReply {
  const query = returnQuery(core, shop, state, redirectUri);
  if (redirectUri !== null) return sendTo(redirectUri, query);
  return resultPage(200, 'Authorised', `Authorisation code: ${query['spapi_oauth_code'] ?? ''}`);
}

/** Where the developer registers the log-in URI and the redirect URIs (one a line); empty fields take them back. */
function developerConsole(records: AmazonRecords, request: SandboxRequest): SandboxReply {
  if (request.method !== 'POST') return consolePage(registrationOf(records), false);
  const form = new URLSearchParams(Buffer.from(request.body).toString('utf8'));
  const loginUri = (form.get('login_uri') ?? '').trim();
  const redirectUris = (form.get('redirect_uris') ?? '').split(/\s+/).filter(Boolean);
  if ([...(loginUri === '' ? [] : [loginUri]), ...redirectUris].some((uri) => !URL.canParse(uri)))
    return wrong('These are not addresses.');
  const registered = { loginUri: loginUri === '' ? null : loginUri, redirectUris };
  records.registrations.put('app', registered);
  return consolePage(registered, true);
}

function consolePage(registered: Registration, isSaved: boolean): SandboxReply {
  const body = html`<main class="consent">
    <section class="card">
      <h1>Developer console</h1>
      ${isSaved ? html`<p class="quiet">Saved.</p>` : null}
      <form method="post" action="${consolePath}">
        <p>
          <label>OAuth log-in URI<br /><input name="login_uri" value="${registered.loginUri ?? ''}" /></label>
        </p>
        <p>
          <label
            >OAuth redirect URIs, one a line<br /><textarea name="redirect_uris">
${registered.redirectUris.join('\n')}</textarea>
          </label>
        </p>
        <p class="actions"><button>Save</button></p>
      </form>
    </section>
  </main>`;
  return page({ title: 'Developer console', body, bare: true });
}

function registrationOf(records: AmazonRecords): Registration {
  return records.registrations.get('app') ?? { loginUri: null, redirectUris: [] };
}

function isAllowed({ redirectUris }: Registration, uri: string): boolean {
  if (!URL.canParse(uri) || !['http:', 'https:'].includes(new URL(uri).protocol)) return false;
  return redirectUris.length === 0 || redirectUris.includes(uri);
}

function sendTo(address: string, query: Readonly<Record<string, string>>): SandboxReply {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href, 'cache-control': 'no-store' }, body: '' };
}

function wrong(message: string): SandboxReply {
  return resultPage(400, 'Something is wrong', message);
}

function resultPage(status: number, title: string, message: string): SandboxReply {
  const body: Html = html`<main class="consent">
    <section class="card">
      <h1>${title}</h1>
      <p>${message}</p>
    </section>
  </main>`;
  return page({ title, body, bare: true, status });
}
