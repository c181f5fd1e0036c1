import type { SandboxReply } from '../core/simulator.ts';
import { html, raw, type Html } from './html.ts';
import { style } from './style.ts';

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Leaves out the seller centre's bar: for pages of a marketplace. */
  readonly bare?: boolean;
  /** The message about the last action. */
  readonly toast?: { readonly text: string; readonly isError: boolean } | null;
  /** The entry of the bar that is current. */
  readonly section?: 'shops' | 'faults' | 'clock';
  /** The time on the marketplaces' clock, shown in the bar. */
  readonly clock?: string;
  readonly status?: number;
}

/** Builds a whole page: markup and style, no script. */
export function page(content: Page): SandboxReply {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${content.title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        ${content.bare === true ? null : bar(content)}
        ${content.toast === null || content.toast === undefined ? null : html`<p class="toast ${content.toast.isError ? 'bad' : 'good'}" role="status">${content.toast.text}</p>`}
        ${content.body}
      </body>
    </html>`;
  return {
    status: content.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; img-src 'self' data: http:; style-src 'unsafe-inline'; base-uri 'none'",
    },
    body: document.text,
  };
}

function bar(content: Page): Html {
  const entry = (section: Page['section'], address: string, label: string): Html =>
    html`<a href="${address}" ${raw(content.section === section ? 'aria-current="page"' : '')}>${label}</a>`;
  return html`<header class="bar">
    <a class="name" href="/">Seller centre <small>sandbox</small></a>
    <nav>
      ${entry('shops', '/', 'Shops')} ${entry('faults', '/faults', 'Faults')}
      ${entry('clock', '/clock', 'Clock')}
    </nav>
    <time>${content.clock ?? ''}</time>
  </header>`;
}
