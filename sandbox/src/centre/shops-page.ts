import { channels } from '@evenstock/contract/channels/channels';
import type { SandboxReply } from '../core/simulator.ts';
import { html } from './html.ts';
import { channelMark, shopAddress, show, type Visit } from './visit.ts';

/** Lists every shop of every marketplace, with a form that adds one. */
export function shopsPage(visit: Visit): SandboxReply {
  const { control } = visit;
  const cards = control.shops().map((shop) => {
    const { skus, orders, toShip } = control.figures(shop.channel, shop.shop);
    return html`<a class="card" href="${shopAddress(shop.channel, shop.shop)}">
      ${channelMark(shop.channel)}
      <h2>${shop.name}</h2>
      <small class="mono">${shop.shop}</small>
      <div class="figures">
        <span><b>${skus}</b><small>SKUs</small></span>
        <span><b>${orders}</b><small>orders</small></span>
        <span><b>${toShip}</b><small>to ship</small></span>
      </div>
    </a>`;
  });
  const kinds = [...control.channels()].map(
    (channel) => html`<option value="${channel}">${channels[channel].label}</option>`,
  );
  const body = html`<main>
    <header>
      <h1>Shops</h1>
      <p class="quiet">
        The marketplaces as their sellers and buyers see them. What you do here happens on the marketplace:
        Evenstock has to find out by itself.
      </p>
    </header>
    <section class="cards">${cards}</section>
    <section class="card">
      <h2>Open another shop</h2>
      <form class="row" method="post" action="/shops">
        <label class="field"
          >Marketplace<select name="channel">
            ${kinds}
          </select></label
        >
        <label class="field"
          >Name<input name="name" required maxlength="60" placeholder="Kopi Corner Bugis"
        /></label>
        <button>Open shop</button>
      </form>
    </section>
  </main>`;
  return show(visit, { title: 'Seller centre', section: 'shops', body });
}
