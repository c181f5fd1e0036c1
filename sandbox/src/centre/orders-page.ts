import type { Control } from '../control/control.ts';
import type { ShopView } from '../control/views.ts';
import type { OrderView } from '../control/views.ts';
import { possibleEvents, whyNot } from '../core/order-lifecycle.ts';
import { parcelState, type OrderEventName } from '../core/records.ts';
import type { SandboxReply } from '../core/simulator.ts';
import { html, raw, type Html } from './html.ts';
import { amount, cut, shopAddress, shopHead, show, stateBadge, timeOf, type Visit } from './visit.ts';

/** A shop's orders, newest first, filtered by state where one is given. */
export function ordersPage(visit: Visit, shop: ShopView): SandboxReply {
  const all = visit.control.orders(shop.channel, shop.shop);
  const states = [...new Set(all.map(({ state }) => state))].sort();
  const wanted = visit.query.get('state') ?? '';
  const sought = (visit.query.get('q') ?? '').trim().toUpperCase();
  const found = all.filter(
    (order) => (wanted === '' || order.state === wanted) && order.number.toUpperCase().includes(sought),
  );
  const { rows, pager } = cut(visit, found);
  const body = html`<main>
    ${shopHead(shop, 'orders')}
    <section class="card">
      <form class="row" method="get" role="search">
        <input
          type="search"
          name="q"
          value="${visit.query.get('q') ?? ''}"
          placeholder="Order number"
          aria-label="Order number"
        />
        <select name="state" aria-label="State">
          <option value="">Every state</option>
          ${states.map((state) => html`<option ${raw(state === wanted ? 'selected' : '')}>${state}</option>`)}
        </select>
        <button class="plain">Show</button>
        <span class="quiet">${found.length} of ${all.length} orders</span>
      </form>
      ${rows.length === 0 ? html`<p class="quiet">${all.length === 0 ? 'Nobody has bought anything yet.' : 'No order matches that.'}</p>` : table(shop, rows)}
      ${pager}
    </section>
  </main>`;
  return show(visit, { title: `${shop.name}: orders`, section: 'shops', body });
}

function table(shop: ShopView, rows: readonly OrderView[]): Html {
  return html`<div class="scroll" tabindex="0">
    <table class="cardly">
      <thead>
        <tr>
          <th>Order</th>
          <th>State</th>
          <th>Bought</th>
          <th>What</th>
          <th class="number">Total</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (order) =>
            html`<tr>
              <td>
                <a class="mono" href="${shopAddress(shop.channel, shop.shop, 'orders', order.number)}"
                  >${order.number}</a
                >
              </td>
              <td>
                ${stateBadge(order.state, order.stage)}${order.cancellation_requested ? html` <span class="badge orange">Asks to cancel</span>` : null}
              </td>
              <td>${timeOf(order.created_at)}</td>
              <td class="wide">
                ${order.lines.map((line) => `${String(line.quantity)} × ${line.sku}`).join(', ')}
              </td>
              <td class="number">${amount(shop.currency, order.total)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const buttons: readonly (readonly [event: OrderEventName, label: string, does: string])[] = [
  ['pay', 'Buyer pays', 'The buyer paid'],
  ['pack', 'Pack', 'The order is packed'],
  ['ship', 'Hand to carrier', 'The carrier has it'],
  ['deliver', 'Deliver', 'It was delivered'],
  ['collect', 'Buyer collects', 'The buyer collected it'],
  ['complete', 'Complete', 'The order is complete'],
  ['request_cancellation', 'Buyer asks to cancel', 'The buyer asked to cancel'],
  ['withdraw_cancellation', 'Buyer withdraws that', 'The buyer wants it after all'],
  ['reject_cancellation', 'Seller refuses to cancel', 'The seller refused to cancel'],
  ['cancel', 'Cancel', 'The order is cancelled, its units are back on sale'],
  ['reinstate', 'Marketplace takes that back', 'The cancelled units are ordered again'],
  ['request_return', 'Buyer asks to return', 'The buyer asked to return it'],
  ['withdraw_return', 'Buyer keeps it after all', 'The buyer keeps it'],
  ['reject_return', 'Seller refuses the return', 'The seller refused the return'],
  ['return', 'Goods came back', 'The return is settled'],
];

/** The message after an event. */
export function saidOf(event: OrderEventName, restock: string | null): string {
  if (restock === 'no') return 'It is cancelled, its units are not put back on sale';
  if (restock === 'yes') return 'The return is settled, its units are on sale again';
  return buttons.find(([name]) => name === event)?.[2] ?? 'Done';
}

/** One order: its lines, the events that are possible, and its history. */
export function orderPage(visit: Visit, shop: ShopView, number: string): SandboxReply {
  const order = visit.control.order(shop.channel, shop.shop, number);
  const body = html`<main>
    ${shopHead(shop, 'orders')}
    <header class="row">
      <h1 class="mono">${order.number}</h1>
      ${stateBadge(order.state, order.stage)}
      ${order.cancellation_requested ? html`<span class="badge orange">Asks to cancel</span>` : null}
      ${order.return_requested ? html`<span class="badge orange">Asks to return</span>` : null}
      ${order.self_collect ? html`<span class="badge">Self collect</span>` : null}
    </header>
    <div class="two">
      <div style="display:grid;gap:20px;align-content:start">
        ${linesCard(shop, order)} ${nextCard(visit.control, shop, order)}
      </div>
      <section class="card">
        <h2>What happened</h2>
        <ol class="timeline">
          ${order.events.map(
            (event) =>
              html`<li>
                ${event.event.replaceAll('_', ' ')} <span class="quiet">by ${event.by}</span
                ><small>${timeOf(event.at)}</small>
                ${event.reason === null ? null : html`<small>${event.reason}</small>`}
                ${event.lines === null ? null : html`<small>${event.lines.map((line) => `${String(line.quantity)} × ${line.sku}`).join(', ')}</small>`}
              </li>`,
          )}
        </ol>
      </section>
    </div>
  </main>`;
  return show(visit, { title: `Order ${order.number}`, section: 'shops', body });
}

function linesCard(shop: ShopView, order: OrderView): Html {
  return html`<section class="card">
    <h2>Bought</h2>
    <div class="scroll" tabindex="0">
      <table>
        <thead>
          <tr>
            <th>What</th>
            <th class="number">Price</th>
            <th class="number">Units</th>
            <th class="number">Cancelled</th>
            <th class="number">Came back</th>
          </tr>
        </thead>
        <tbody>
          ${order.lines.map(
            (line) =>
              html`<tr>
                <td class="thing">
                  ${line.name}${line.variant === '' ? null : html` · ${line.variant}`}<small class="mono"
                    >${line.sku}</small
                  >
                </td>
                <td class="number">${amount(shop.currency, line.price)}</td>
                <td class="number">${line.quantity}</td>
                <td class="number">${line.cancelled}</td>
                <td class="number">${line.returned}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p><strong>${amount(shop.currency, order.total)}</strong> <span class="quiet">with delivery</span></p>
  </section>`;
}

/** What the carrier reports of parcels that were sent. */
function parcelsForm(control: Control, shop: ShopView, { stage }: OrderView, address: string): Html | null {
  if (control.simulator(shop.channel).setParcels === undefined || stage !== 'shipped') return null;
  return html`<form class="row" method="post" action="${address}" style="margin-top:14px">
    ${parcelState.options.map((state) => html`<button class="plain" name="parcels" value="${state}">Parcels: ${state}</button>`)}
  </form>`;
}

/** What the seller, or the marketplace, changes of an order that was not sent. */
function editForms(order: OrderView, address: string): Html {
  const isSellers = order.lines.some((line) => line.kept_by === 'seller');
  return html`<form class="row" method="post" action="${address}" style="margin-top:14px">
      <label class="field"
        >Edit<select name="sku">
          ${order.lines.map((line) => html`<option>${line.sku}</option>`)}
        </select></label
      >
      <label class="field"
        >What<select name="change">
          <option value="quantity">Order this many</option>
          <option value="removed">Remove the line</option>
          <option value="renumbered">Give it another id</option>
        </select></label
      >
      <label class="field">Units<input name="quantity" type="number" min="1" value="1" /></label>
      <button class="plain" style="align-self:end">Change</button>
    </form>
    <form method="post" action="${address}" style="margin-top:14px">
      <button class="plain" name="kept_by" value="${isSellers ? 'marketplace' : 'seller'}">
        ${isSellers ? 'Assign to the marketplace’s warehouse' : 'Assign to the seller'}
      </button>
    </form>`;
}

function nextCard(control: Control, shop: ShopView, order: OrderView): Html {
  const stored = control.storedOrder(shop.channel, shop.shop, order.number);
  const possible = possibleEvents(stored, buttons.map(([name]) => name).filter((name) => name !== 'reinstate' || control.simulator(shop.channel).reinstates === true)); // oxfmt-ignore
  const offered = buttons.filter(([name]) => possible.includes(name));
  const address = (event: string): string =>
    shopAddress(shop.channel, shop.shop, 'orders', order.number, event);
  const open = order.lines.filter((line) => line.cancelled < line.quantity);
  const partial =
    possible.includes('cancel') && open.some((line) => line.quantity - line.cancelled > 1 || open.length > 1)
      ? html`<form class="row" method="post" action="${address('cancel')}" style="margin-top:14px">
          <label class="field"
            >Cancel only some<select name="sku">
              ${open.map((line) => html`<option>${line.sku}</option>`)}
            </select></label
          >
          <label class="field">Units<input name="quantity" type="number" min="1" value="1" /></label>
          <button class="danger" style="align-self:end">Cancel these</button>
        </form>`
      : null;
  return html`<section class="card">
    <h2>What happens next</h2>
    ${offered.length === 0 ? html`<p class="quiet">Nothing more can happen to this order.</p>` : null}
    <div class="row">
      ${offered.map(
        ([name, label]) =>
          html`<form method="post" action="${address(name)}">
            <button class="${name === 'cancel' ? 'danger' : 'plain'}">${label}</button>
          </form>`,
      )}
      ${possible.includes('cancel') ? html`<form method="post" action="${address('cancel')}"><button class="danger" name="restock" value="no">Cancel, do not restock</button></form>` : null}
      ${possible.includes('return') ? html`<form method="post" action="${address('return')}"><button class="plain" name="restock" value="yes">Goods came back, restock</button></form>` : null}
    </div>
    ${parcelsForm(control, shop, order, address('edit'))} ${partial}
    ${whyNot(stored, 'edit') === null ? editForms(order, address('edit')) : null}
  </section>`;
}
