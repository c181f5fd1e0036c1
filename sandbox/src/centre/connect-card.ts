import type { ShopView } from '../control/views.ts';
import { html, type Html } from './html.ts';
import { shopAddress, type Visit } from './visit.ts';

/** Connects a shop of a channel without a consent page: it shows what the seller types into the product, or links the shop. */
export function connectCard(visit: Visit, shop: ShopView): Html | null {
  if (visit.control.simulator(shop.channel).connectsByHand !== true) return null;
  const address = shopAddress(shop.channel, shop.shop);
  return html`<section class="card">
    <h2>Connect to Evenstock</h2>
    ${
      visit.query.has('connect')
        ? granted(visit, shop)
        : html`<form class="row" method="post" action="${address}/grant">
            <button class="plain">Let Evenstock in</button>
            <span class="quiet">No page asks the seller here; this is where he agrees.</span>
          </form>`
    }
  </section>`;
}

function granted(visit: Visit, shop: ShopView): Html {
  const keys = Object.entries(visit.control.grant(shop.channel, shop.shop));
  if (keys.length === 0)
    return html`<p class="quiet">The shop is linked to Evenstock’s app: verify the marketplace there.</p>`;
  const rows = keys.map(
    ([name, value]) =>
      html`<p><span class="quiet">${name.replaceAll('_', ' ')}</span> <span class="mono">${value}</span></p>`,
  );
  return html`<p class="quiet">To type in where Evenstock asks for it:</p>
    ${rows}`;
}
