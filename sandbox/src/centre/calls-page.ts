import type { ShopView } from '../control/views.ts';
import type { CallRecord } from '../core/calls.ts';
import type { SandboxReply } from '../core/simulator.ts';
import { html, type Html } from './html.ts';
import { cut, shopHead, show, timeOf, type Visit } from './visit.ts';

/** The calls that a shop received and the notices that it sent, newest first, each with its answer. */
export function callsPage(visit: Visit, shop: ShopView): SandboxReply {
  const sought = (visit.query.get('q') ?? '').trim().toLowerCase();
  const all = visit.control.calls(shop.channel, shop.shop);
  const { rows, pager } = cut(visit, all.filter(({ call }) => call.toLowerCase().includes(sought))); // oxfmt-ignore
  const body = html`<main>
    ${shopHead(shop, 'calls')}
    <section class="card">
      <form class="row" method="get" role="search">
        <input
          type="search"
          name="q"
          value="${visit.query.get('q') ?? ''}"
          placeholder="Name of the call"
          aria-label="Name of the call"
        />
        <button class="plain">Show</button>
        <span class="quiet">The latest are kept, cookies left out.</span>
      </form>
      ${rows.length === 0 ? html`<p class="quiet">No calls yet. Connect this shop in Evenstock and they appear here.</p>` : rows.map(callRow)}
      ${pager}
    </section>
  </main>`;
  return show(visit, { title: `${shop.name}: calls`, section: 'shops', body });
}

function callRow(call: CallRecord): Html {
  const tone = call.status === null ? 'orange' : call.status < 400 ? 'green' : 'red';
  return html`<details>
    <summary>
      <span class="badge ${tone}">${call.status ?? 'no answer'}</span>
      <strong class="mono">${call.call}</strong>
      ${call.fault === null ? null : html`<span class="badge orange">${call.fault}</span>`}
      <small>${timeOf(call.at)}</small>
    </summary>
    <p class="mono" style="overflow-wrap:anywhere">${call.method} ${call.path}</p>
    ${call.body === '' ? null : html`<pre>${call.body}</pre>`}
    <p class="quiet">Answer</p>
    <pre>${call.answer === '' ? '(empty)' : call.answer}</pre>
  </details>`;
}
