import { channelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { Control } from '../control/control.ts';
import type { ShopView } from '../control/views.ts';
import { answerControl } from '../control/control-routes.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { buyPage } from './buy-page.ts';
import { callsPage } from './calls-page.ts';
import { clockPage } from './clock-page.ts';
import { faultsPage } from './faults-page.ts';
import * as forms from './forms.ts';
import { html } from './html.ts';
import { listingsPage } from './listings-page.ts';
import { orderPage, ordersPage } from './orders-page.ts';
import { picture } from './pictures.ts';
import { shopsPage } from './shops-page.ts';
import { shopAddress, show, type Visit } from './visit.ts';

/** Answers the seller centre's port: control API, pictures and pages. */
export function answerCentre(control: Control, request: SandboxRequest): SandboxReply {
  const path = request.url.pathname;
  if (isForeign(request))
    return {
      status: 403,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: 'Pages of other sites may not do this.' }),
    };
  if (path.startsWith('/control/')) return answerControl(control, request);
  const image = /^\/images\/([^/]+)\.svg$/.exec(path);
  if (image?.[1] !== undefined) return picture(image[1]);
  const visit: Visit = { control, path, query: request.url.searchParams };
  try {
    const parts = path.split('/').slice(1).map(decodeURIComponent);
    return (
      (request.method === 'POST' ? posted(visit, parts, request) : shown(visit, parts)) ??
      notFound(visit, 'There is no such page.')
    );
  } catch (error) {
    if (error instanceof URIError) return notFound(visit, 'There is no such page.');
    const problem = problemOf(error);
    if (problem === null) throw error;
    return request.method === 'POST'
      ? goTo({ to: backFrom(visit, request), said: problem }, true)
      : notFound(visit, problem);
  }
}

/** Cross-site posts are rejected: another site's page can make a browser send a form here. */
function isForeign({ method, headers, url }: SandboxRequest): boolean {
  const { origin } = headers;
  if (method === 'GET' || origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== url.host;
}

function shown(visit: Visit, parts: readonly string[]): SandboxReply | null {
  const [section = '', , , part = '', id = ''] = parts;
  if (parts.length === 1) {
    if (section === '') return shopsPage(visit);
    if (section === 'faults') return faultsPage(visit);
    return section === 'clock' ? clockPage(visit) : null;
  }
  if (section !== 'shops' || parts.length < 3 || parts.length > 5) return null;
  const shop = shopOf(visit.control, parts);
  if (part === 'orders' && id !== '') return orderPage(visit, shop, id);
  const pages = { '': listingsPage, buy: buyPage, orders: ordersPage, calls: callsPage };
  const found = Object.entries(pages).find(([name]) => name === part && id === '');
  return found === undefined ? null : found[1](visit, shop);
}

function posted(visit: Visit, parts: readonly string[], request: SandboxRequest): SandboxReply | null {
  const done = doneBy(visit.control, parts, new URLSearchParams(Buffer.from(request.body).toString('utf8')));
  return done === null ? null : goTo(done, false);
}

function doneBy(control: Control, parts: readonly string[], form: URLSearchParams): forms.Done | null {
  const [section = '', second = '', , part = '', id = '', event = ''] = parts;
  switch (`${section}/${second}`) {
    case 'shops/':
      return forms.openShop(control, form);
    case 'faults/':
      return forms.switchOnFault(control, form);
    case 'faults/end':
      return forms.endFaults(control, form);
    case 'wild/':
      return forms.switchOnWild(control, form);
    case 'wild/end':
      return forms.endWild(control);
    case 'clock/':
      return forms.changeClock(control, form);
    case 'reset/':
      return forms.startOver(control, form);
  }
  if (section !== 'shops' || parts.length < 4) return null;
  const shop = shopOf(control, parts);
  if (part === 'grant' && id === '') return forms.grant(control, shop);
  if (part === 'places')
    return id === '' ? forms.addPlace(control, shop, form) : forms.switchPlace(control, shop, id, form);
  if (part === 'listings')
    return id === '' ? forms.addListing(control, shop, form) : forms.editListing(control, shop, id, form);
  if (part === 'orders')
    return id === ''
      ? forms.placeOrder(control, shop, form)
      : event === 'edit'
        ? forms.editOrder(control, shop, id, form)
        : forms.orderEvent(control, shop, id, event, form);
  return null;
}

function shopOf(control: Control, parts: readonly string[]): ShopView {
  const channel = channelKind.safeParse(parts[1]);
  const shop = control
    .shops()
    .find((candidate) => candidate.channel === channel.data && candidate.shop === parts[2]);
  if (shop === undefined) throw new SandboxError(404, 'There is no such shop.');
  return shop;
}

/** Redirects with 303 and the message in the query, so that a reload repeats nothing. */
function goTo({ to, said }: forms.Done, isError: boolean): SandboxReply {
  const [path = '/', query = ''] = to.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('said', said);
  if (isError) parameters.set('bad', '1');
  return {
    status: 303,
    headers: { location: `${path}?${parameters.toString()}`, 'cache-control': 'no-store' },
    body: '',
  };
}

/** The page that a rejected form was sent from. */
function backFrom(visit: Visit, request: SandboxRequest): string {
  const { referer } = request.headers;
  if (referer !== undefined && URL.canParse(referer)) {
    const from = new URL(referer);
    from.searchParams.delete('said');
    from.searchParams.delete('bad');
    if (from.host === request.url.host) return `${from.pathname}${from.search}`;
  }
  const [, section, channel = '', shop = ''] = visit.path.split('/');
  const known = channelKind.safeParse(channel);
  return section === 'shops' && known.success && shop !== ''
    ? shopAddress(known.data, decodeURIComponent(shop))
    : '/';
}

function problemOf(error: unknown): string | null {
  if (error instanceof SandboxError) return error.message;
  if (!(error instanceof z.ZodError)) return null;
  const [issue] = error.issues;
  return issue === undefined ? 'That cannot be done.' : `${issue.path.join(' ')}: ${issue.message}`;
}

function notFound(visit: Visit, why: string): SandboxReply {
  const body = html`<main>
    <section class="card">
      <h1>Not found</h1>
      <p class="quiet">${why}</p>
      <p><a href="/">All shops</a></p>
    </section>
  </main>`;
  return show(visit, { title: 'Not found', status: 404, body });
}
