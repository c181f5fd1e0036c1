import { consentPage } from '../centre/consent-page.ts';
import { html } from '../centre/html.ts';
import { page } from '../centre/page.ts';
import type { Random } from '../core/random.ts';
import type { Shop } from '../core/shop.ts';
import type { Core, SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { regionOf } from './region.ts';
import { newCode } from './tokens.ts';

const currentPath = '/open/authorize';
const olderPath = '/oauth/authorize';
const decisionPath = '/open/authorize/decision';

interface App {
  readonly id: string;
  readonly extra: Readonly<Record<string, string>>;
}

/** Both forms of the link that sends a seller here (tiktok.md 0), and where the page's form goes. */
export function isConsentPath(path: string): boolean {
  return path === currentPath || path === olderPath || path === decisionPath;
}

/** The consent page, and the way back to the address that the app's console holds. */
export function answerConsent(core: Core, random: Random, app: App, request: SandboxRequest): SandboxReply {
  const { pathname, searchParams: query } = request.url;
  if (pathname === decisionPath)
    return decide(core, random, app, new URLSearchParams(Buffer.from(request.body).toString('utf8')));
  const isKnown =
    pathname === olderPath
      ? query.get('app_key') === app.id
      : query.get('service_id') === app.extra['service_id'];
  if (!isKnown) return notice(404, 'Unknown service', 'There is no app with this id on the TikTok sandbox.');
  return consentPage({
    channel: 'tiktok',
    asks: 'read and edit your products and stock, read and ship your orders, and answer returns',
    shops: core.shops('tiktok').map((shop) => ({ id: shop.id, name: shop.record.name })),
    action: decisionPath,
    hidden: { state: query.get('state') ?? '', redirect_uri: query.get('redirect_uri') ?? '' },
  });
}

/** What the redirect carries: the code and the state, and what some accounts of the flow add. */
export function returnQuery(
  core: Core,
  random: Random,
  app: App,
  shop: Shop,
  state: string | undefined,
): Record<string, string> {
  return {
    app_key: app.id,
    code: newCode(core, random, shop),
    locale: 'en-US',
    shop_region: regionOf(shop),
    ...(state === undefined ? {} : { state }),
  };
}

function decide(core: Core, random: Random, app: App, form: URLSearchParams): SandboxReply {
  if (form.get('decision') !== 'allow')
    return notice(200, 'Not authorised', 'You did not let the app in. You can close this page.');
  const shop = core.shop('tiktok', form.get('shop') ?? '');
  if (shop === undefined) return notice(404, 'No such shop', 'Go back and choose a shop.');
  const state = form.get('state') ?? '';
  const query = returnQuery(core, random, app, shop, state === '' ? undefined : state);
  const asked = form.get('redirect_uri') ?? '';
  const back = isWebAddress(asked) ? asked : core.returnUrl('tiktok');
  if (back === null) return notice(200, 'Authorised', `Give this code to the app: ${query['code'] ?? ''}`);
  const url = new URL(back);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href, 'cache-control': 'no-store' }, body: '' };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function notice(status: number, title: string, says: string): SandboxReply {
  const body = html`<main class="consent">
    <section class="card">
      <p class="channel tiktok"><i></i>TikTok sandbox</p>
      <h1>${title}</h1>
      <p>${says}</p>
    </section>
  </main>`;
  return page({ title, body, bare: true, status });
}
