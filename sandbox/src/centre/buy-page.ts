import type { ShopView } from '../control/views.ts';
import type { OrderFeature, SandboxReply } from '../core/simulator.ts';
import { html, type Html } from './html.ts';
import { placeChoice } from './places-card.ts';
import { skuOptions } from './listings-page.ts';
import { shopAddress, shopHead, show, type Visit } from './visit.ts';

export const basketLines = 4;

const amounts = { tax: 'Taxes on top', fee: 'Fee', tip: 'Tip' } as const;

/** What only orders of some channels have. A bundle is bought by the control API alone. */
function featureField(feature: OrderFeature): Html | null {
  switch (feature) {
    case 'tax':
    case 'fee':
    case 'tip':
      return html`<label class="field"
        >${amounts[feature]}<input name="${feature}" type="number" min="0" step="any"
      /></label>`;
    case 'test':
      return html`<label><input type="checkbox" name="test" value="yes" /> A test order</label>`;
    case 'name':
      return html`<label class="field">A name of the seller’s<input name="name" maxlength="100" /></label>`;
    case 'custom_line':
      return html`<label class="field">A line typed in<input name="custom" maxlength="200" /></label>
        <label class="field">its price<input name="custom_price" type="number" min="0" step="any" /></label>`;
    case 'bundle':
      return null;
  }
}

/** The form that places an order as a buyer: SKUs, quantities, paid or unpaid. */
export function buyPage(visit: Visit, shop: ShopView): SandboxReply {
  const onSale = visit.control
    .listings(shop.channel, shop.shop)
    .filter(({ status }) => /^(normal|active)$/i.test(status));
  const options = skuOptions(onSale);
  const features = visit.control.simulator(shop.channel).orderFeatures ?? [];
  const lines = Array.from(
    { length: basketLines },
    (_, index) =>
      html`<div class="row">
        <select name="sku" aria-label="What, line ${index + 1}" style="max-width:100%;flex:1 1 260px">
          <option value="">${index === 0 ? 'Choose what to buy' : 'Nothing else'}</option>
          ${options}
        </select>
        <input name="quantity" type="number" min="1" value="1" aria-label="How many, line ${index + 1}" />
      </div>`,
  );
  const body = html`<main>
    ${shopHead(shop, 'buy')}
    <section class="card">
      <h2>Buy as a buyer</h2>
      <form method="post" action="${shopAddress(shop.channel, shop.shop, 'orders')}">
        <fieldset>
          <legend>Basket</legend>
          ${lines}
        </fieldset>
        <fieldset>
          <legend>Payment</legend>
          <label><input type="radio" name="paid" value="yes" checked /> Paid at once</label>
          <label><input type="radio" name="paid" value="no" /> Not paid yet</label>
        </fieldset>
        <fieldset>
          <legend>More</legend>
          <label><input type="checkbox" name="self_collect" value="yes" /> The buyer collects it</label>
          ${placeChoice(visit, shop)}
          <label class="field">Message to the seller<input name="remarks" maxlength="200" /></label>
          ${features.map(featureField)}
        </fieldset>
        <button>Place order</button>
      </form>
    </section>
  </main>`;
  return show(visit, { title: `${shop.name}: buy`, section: 'shops', body });
}
