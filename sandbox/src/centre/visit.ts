import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { Control } from '../control/control.ts';
import type { ShopView } from '../control/views.ts';
import type { SandboxReply } from '../core/simulator.ts';
import { html, raw, type Html } from './html.ts';
import { page, type Page } from './page.ts';

/** One request for a page: its path, its query and the message to show. */
export interface Visit {
  readonly control: Control;
  readonly path: string;
  readonly query: URLSearchParams;
}

export function show(visit: Visit, content: Omit<Page, 'toast' | 'clock'>): SandboxReply {
  const said = visit.query.get('said');
  const { now, mode } = visit.control.clock();
  return page({
    ...content,
    toast: said === null ? null : { text: said, isError: visit.query.has('bad') },
    clock: `${timeOf(now)}${mode === 'set' ? ' (stopped)' : ''}`,
  });
}

export function shopAddress(channel: ChannelKind, shop: string, ...rest: readonly string[]): string {
  return ['', 'shops', channel, encodeURIComponent(shop), ...rest.map(encodeURIComponent)].join('/');
}

export function channelMark(channel: ChannelKind): Html {
  return html`<p class="channel ${channel}"><i></i>${channels[channel].label}</p>`;
}

const tabs = [
  ['', 'Listings'],
  ['buy', 'Buy something'],
  ['orders', 'Orders'],
  ['calls', 'Calls'],
] as const;

/** The heading of every page of a shop. */
export function shopHead(shop: ShopView, current: (typeof tabs)[number][0]): Html {
  const links = tabs.map(([part, label]) => {
    const address =
      part === '' ? shopAddress(shop.channel, shop.shop) : shopAddress(shop.channel, shop.shop, part);
    return html`<a href="${address}" ${raw(part === current ? 'aria-current="page"' : '')}>${label}</a>`;
  });
  return html`<header>
    ${channelMark(shop.channel)}
    <h1>${shop.name} <small>${shop.shop}</small></h1>
    <nav class="tabs" aria-label="Shop">${links}</nav>
  </header>`;
}

export interface PageCut<T> {
  readonly rows: readonly T[];
  readonly pager: Html | null;
}

const perPage = 50;

/** The rows of the requested page, and the links to the others. */
export function cut<T>(visit: Visit, rows: readonly T[]): PageCut<T> {
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  const current = Math.min(pages, Math.max(1, Math.trunc(Number(visit.query.get('page') ?? '1')) || 1));
  const link = (number: number, label: string): Html => {
    const query = new URLSearchParams(visit.query);
    query.delete('said');
    query.set('page', String(number));
    return html`<a href="${visit.path}?${query.toString()}">${label}</a>`;
  };
  const shown = rows.slice((current - 1) * perPage, current * perPage);
  if (pages === 1) return { rows: shown, pager: null };
  const pager = html`<p class="pager">
    <span>${current > 1 ? link(current - 1, '← Newer') : null}</span>
    <span class="quiet">Page ${current} of ${pages} · ${rows.length} in all</span>
    <span>${current < pages ? link(current + 1, 'Older →') : null}</span>
  </p>`;
  return { rows: shown, pager };
}

const singapore = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Singapore', day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit',
}); // oxfmt-ignore

/** Formats an instant for Singapore. */
export function timeOf(iso: string): string {
  return singapore.format(new Date(iso));
}

export function amount(currency: string, value: number): string {
  return `${currency} ${value.toFixed(2)}`;
}

const tones: Record<string, string> = {
  unpaid: 'orange',
  ready: 'blue',
  packed: 'blue',
  shipped: 'blue',
  delivered: 'green',
  completed: 'green',
  cancelled: 'red',
};

/** The vendor's status as a badge, coloured by what it means. */
export function stateBadge(state: string, stage: string): Html {
  return html`<span class="badge ${tones[stage] ?? ''}">${state}</span>`;
}
