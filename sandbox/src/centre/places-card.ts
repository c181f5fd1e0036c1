import { listPlaces, type PlaceView } from '../control/places.ts';
import type { ListingView, ShopView } from '../control/views.ts';
import { html, type Html } from './html.ts';
import { shopAddress, type Visit } from './visit.ts';

/** Where the shop keeps units: its places, with a form that adds one. Nothing where a shop of the channel has one alone. */
export function placesCard(visit: Visit, shop: ShopView): Html | null {
  const places = listPlaces(visit.control, shop.channel, shop.shop);
  if (places.length === 0) return null;
  const address = shopAddress(shop.channel, shop.shop, 'places');
  return html`<section class="card">
    <h2>Places of stock</h2>
    ${places.map(
      (place) =>
        html`<p class="row">
          <span>${place.name}</span> <span class="mono quiet">${place.id}</span> ${stateOf(address, place)}
        </p>`,
    )}
    <form class="row" method="post" action="${address}">
      <label class="field"
        >Name<input name="name" required maxlength="60" placeholder="Jurong warehouse"
      /></label>
      <button class="plain">Add a place</button>
    </form>
  </section>`;
}

function stateOf(address: string, { place, is_active: isOpen }: PlaceView): Html {
  if (place === null) return html`<span class="badge green">Main</span>`;
  return html`<form method="post" action="${address}/${place}">
    <button class="plain" name="open" value="${isOpen ? 'no' : 'yes'}">
      ${isOpen ? 'Close' : 'Open again'}
    </button>
  </form>`;
}

/** The units of a listing at each further place, for the form of its row. */
export function placeInputs(places: readonly PlaceView[], row: ListingView, form: string): Html[] {
  return places.flatMap(({ place, name }) =>
    place === null
      ? []
      : [
          html`<label class="field"
            >${name}<input
              form="${form}"
              name="place:${place}"
              type="number"
              min="0"
              placeholder="not kept"
              value="${row.places[place] ?? ''}"
              aria-label="Quantity of ${row.sku} at ${name}"
          /></label>`,
        ],
  );
}

/** Which place sends a buyer's order; nothing where there is one alone. */
export function placeChoice(visit: Visit, shop: ShopView): Html | null {
  const places = listPlaces(visit.control, shop.channel, shop.shop).filter((each) => each.is_active);
  if (places.length < 2) return null;
  return html`<label class="field"
    >Sent from<select name="place">
      ${places.map(({ place, name }) => html`<option value="${place ?? ''}">${name}</option>`)}
    </select></label
  >`;
}
