import type { ShopView } from '../control/views.ts';
import type { ListingView } from '../control/views.ts';
import type { SandboxReply } from '../core/simulator.ts';
import { connectCard } from './connect-card.ts';
import { listPlaces, type PlaceView } from '../control/places.ts';
import { html, raw, type Html } from './html.ts';
import { placeInputs, placesCard } from './places-card.ts';
import { cut, shopAddress, shopHead, show, type Visit } from './visit.ts';

/** The listings of a shop; each row can be edited by hand. */
export function listingsPage(visit: Visit, shop: ShopView): SandboxReply {
  const sought = (visit.query.get('q') ?? '').trim().toLowerCase();
  const all = visit.control.listings(shop.channel, shop.shop);
  const found = all.filter(
    ({ sku, name }) =>
      sought === '' || sku.toLowerCase().includes(sought) || name.toLowerCase().includes(sought),
  );
  const { rows, pager } = cut(visit, found);
  const body = html`<main>
    ${shopHead(shop, '')}
    <section class="card">
      <form class="row" method="get" role="search">
        <input
          type="search"
          name="q"
          value="${visit.query.get('q') ?? ''}"
          placeholder="Name or SKU"
          aria-label="Name or SKU"
        />
        <button class="plain">Search</button>
        <span class="quiet">${found.length} of ${all.length} SKUs</span>
      </form>
      ${rows.length === 0 ? html`<p class="quiet">${all.length === 0 ? 'Nothing is listed yet.' : 'No SKU matches that.'}</p>` : table(visit, shop, rows)}
      ${pager}
    </section>
    ${addForm(shop)} ${placesCard(visit, shop)} ${connectCard(visit, shop)}
  </main>`;
  return show(visit, { title: `${shop.name}: listings`, section: 'shops', body });
}

function table(visit: Visit, shop: ShopView, rows: readonly ListingView[]): Html {
  const places = listPlaces(visit.control, shop.channel, shop.shop);
  return html`<div class="scroll" tabindex="0">
    <table class="cardly">
      <thead>
        <tr>
          <th>Listing</th>
          <th>State</th>
          <th>Price</th>
          <th>Quantity</th>
          <th>Campaign</th>
          <th class="number">In orders</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => listingRow(visit, shop, row, places))}
      </tbody>
    </table>
  </div>`;
}

function listingRow(visit: Visit, shop: ShopView, row: ListingView, places: readonly PlaceView[]): Html {
  const form = `edit-${row.variant_id}`;
  const address = shopAddress(shop.channel, shop.shop, 'listings', row.variant_id);
  const picture = visit.control.pictureOf(shop.channel, shop.shop, row.variant_id);
  return html`<tr>
    <td class="thing">
      <span>
        <img src="/images/${picture}.svg" alt="" loading="lazy" />
        <span
          ><span>${row.name}${row.variant === '' ? null : html` · ${row.variant}`}</span
          ><small class="mono">${row.sku}</small></span
        >
      </span>
    </td>
    <td>${statusBadge(row)}</td>
    <td data-label="Price">
      <input
        form="${form}"
        name="price"
        type="number"
        step="0.01"
        min="0"
        value="${row.price.toFixed(2)}"
        aria-label="Price of ${row.sku}"
      />
    </td>
    <td data-label="Quantity">
      <input
        form="${form}"
        name="quantity"
        type="number"
        min="0"
        value="${row.quantity}"
        aria-label="Quantity of ${row.sku}"
      />
      ${placeInputs(places, row, form)}
    </td>
    <td data-label="Campaign">
      <input
        form="${form}"
        name="reserved"
        type="number"
        min="0"
        value="${row.reserved}"
        aria-label="Campaign units of ${row.sku}"
      />
    </td>
    <td class="number" data-label="In orders">${row.held + row.occupied}</td>
    <td class="wide">
      <form id="${form}" class="row" method="post" action="${address}">
        <input
          type="hidden"
          name="back"
          value="${visit.path}?${new URLSearchParams(visit.query).toString()}"
        />
        <button class="plain">Save</button>
        ${row.locked ? html`<button class="plain" name="locked" value="no">Unlock</button>` : html`<button class="plain" name="locked" value="yes" title="A promotion refuses what apps write">Lock</button>`}
        ${row.kept_by === 'seller' ? html`<button class="plain" name="kept_by" value="marketplace" title="The marketplace keeps and sends its units">To the marketplace’s warehouse</button>` : html`<button class="plain" name="kept_by" value="seller">Back to the seller</button>`}
      </form>
    </td>
  </tr>`;
}

function statusBadge(row: ListingView): Html {
  const lock = row.locked ? html` <span class="badge orange">Promotion lock</span>` : null;
  const isOnSale = /^(normal|active)$/i.test(row.status);
  const kept =
    row.kept_by === 'marketplace' ? html` <span class="badge orange">Marketplace’s warehouse</span>` : null;
  return html`<span class="badge ${isOnSale ? 'green' : 'red'}">${row.status}</span>${lock}${kept}`;
}

function addForm(shop: ShopView): Html {
  return html`<section class="card">
    <h2>Add a listing</h2>
    <form class="row" method="post" action="${shopAddress(shop.channel, shop.shop, 'listings')}">
      <label class="field">SKU<input name="sku" required maxlength="60" class="mono" /></label>
      <label class="field">Name<input name="name" required maxlength="120" /></label>
      <label class="field"
        >Price<input name="price" type="number" step="0.01" min="0.01" value="9.90" required
      /></label>
      <label class="field">Quantity<input name="quantity" type="number" min="0" value="20" required /></label>
      <button>Add listing</button>
    </form>
  </section>`;
}

/** The `<option>` elements for the SKUs that are on sale. */
export function skuOptions(rows: readonly ListingView[]): Html[] {
  return rows.map(
    (row) =>
      html`<option value="${row.sku}" ${raw(row.quantity === 0 ? 'disabled' : '')}>
        ${row.sku} · ${row.name}${row.variant === '' ? null : html` · ${row.variant}`} (${row.quantity} left)
      </option>`,
  );
}
