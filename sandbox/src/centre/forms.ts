import { channelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { Control } from '../control/control.ts';
import { editPlace, makePlace } from '../control/places.ts';
import type { ShopView } from '../control/views.ts';
import {
  askableEvents,
  faultList,
  listingEdit,
  newOrder,
  orderEdit,
  readWildWish,
} from '../control/payloads.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import { saidOf } from './orders-page.ts';
import { shopAddress } from './visit.ts';

/** The result of a form: where to redirect, and the message to show there. */
export interface Done {
  readonly to: string;
  readonly said: string;
}

/** A number in a form; undefined if the field was left empty. */
const number = z.preprocess(
  (value) => (value === '' || value === undefined || value === null ? undefined : Number(value)),
  z.number().optional(),
);

export function openShop(control: Control, form: URLSearchParams): Done {
  const { name } = control.addShop({
    channel: channelKind.parse(form.get('channel')),
    name: (form.get('name') ?? '').trim(),
  });
  return { to: '/', said: `${name} is open` };
}

/** Grants access for a channel that has no consent page. */
export function grant(control: Control, shop: ShopView): Done {
  control.grant(shop.channel, shop.shop);
  return { to: `${shopAddress(shop.channel, shop.shop)}?connect=1`, said: `${shop.name} lets Evenstock in` };
}

export function addPlace(control: Control, shop: ShopView, form: URLSearchParams): Done {
  const name = (form.get('name') ?? '').trim();
  makePlace(control, shop.channel, shop.shop, { name });
  return { to: shopAddress(shop.channel, shop.shop), said: `${name} is open` };
}

export function switchPlace(control: Control, shop: ShopView, key: string, form: URLSearchParams): Done {
  const isOpen = form.get('open') === 'yes';
  editPlace(control, shop.channel, shop.shop, { key, edit: { is_active: isOpen } });
  return { to: shopAddress(shop.channel, shop.shop), said: isOpen ? 'It is open again' : 'It is closed' };
}

export function addListing(control: Control, shop: ShopView, form: URLSearchParams): Done {
  const sku = (form.get('sku') ?? '').trim();
  control.addListings(shop.channel, shop.shop, {
    sku,
    name: (form.get('name') ?? '').trim(),
    price: Number(form.get('price')),
    quantity: Number(form.get('quantity')),
  });
  return { to: shopAddress(shop.channel, shop.shop), said: `${sku} is listed` };
}

/** Sends only the fields that differ from the shop's current values, so that units sold meanwhile are not overwritten. */
export function editListing(
  control: Control,
  shop: ShopView,
  variantId: string,
  form: URLSearchParams,
): Done {
  const before = control.listing(shop.channel, shop.shop, variantId);
  const typed = {
    price: number.parse(form.get('price')),
    quantity: number.parse(form.get('quantity')),
    reserved: number.parse(form.get('reserved')),
  };
  const changed = Object.fromEntries(
    (['price', 'quantity', 'reserved'] as const)
      .filter((name) => typed[name] !== undefined && typed[name] !== before[name])
      .map((name) => [name, typed[name]]),
  );
  const places = Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, place] = /^place:(.+)$/.exec(name) ?? [];
      if (place === undefined) return [];
      const units = number.parse(value);
      return units === undefined || units === before.places[place] ? [] : [[place, units] as const];
    }),
  );
  const lock = form.get('locked');
  const kept = form.get('kept_by');
  const edit = listingEdit.parse({
    ...changed,
    ...(Object.keys(places).length === 0 ? {} : { places }),
    ...(lock === null ? {} : { locked: lock === 'yes' }),
    ...(kept === null ? {} : { kept_by: kept }),
  });
  control.editListing(shop.channel, shop.shop, variantId, edit);
  const said = Object.entries(edit).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const to = backAddress(form.get('back'), shopAddress(shop.channel, shop.shop));
  return {
    to,
    said:
      said.length === 0
        ? `${before.sku}: nothing changed`
        : `${before.sku}: ${said.join(', ')}. Evenstock looks every few minutes.`,
  };
}

export function placeOrder(control: Control, shop: ShopView, form: URLSearchParams): Done {
  const quantities = form.getAll('quantity');
  const lines = form
    .getAll('sku')
    .flatMap((sku, index) => (sku === '' ? [] : [{ sku, quantity: Number(quantities[index]) }]));
  const typed = (form.get('custom') ?? '').trim();
  if (lines.length === 0 && typed === '') throw new SandboxError(422, 'Choose what to buy first.');
  const remarks = form.get('remarks') ?? '';
  const place = form.get('place') ?? '';
  const wish = newOrder.parse({
    lines,
    paid: form.get('paid') !== 'no',
    self_collect: form.get('self_collect') === 'yes',
    ...(remarks === '' ? {} : { remarks }),
    tax: number.parse(form.get('tax')),
    fee: number.parse(form.get('fee')),
    tip: number.parse(form.get('tip')),
    test: form.get('test') === 'yes',
    name: (form.get('name') ?? '').trim() || undefined,
    custom:
      typed === ''
        ? undefined
        : [{ name: typed, price: number.parse(form.get('custom_price')) ?? 0, quantity: 1 }],
    ...(place === '' ? {} : { place }),
  });
  const placed = control.placeOrder(shop.channel, shop.shop, wish);
  return {
    to: shopAddress(shop.channel, shop.shop, 'orders', placed.number),
    said: `Order ${placed.number} is placed`,
  };
}

export function orderEvent(
  control: Control,
  shop: ShopView,
  order: string,
  event: string,
  form: URLSearchParams,
): Done {
  const name = askableEvents.parse(event);
  const sku = form.get('sku');
  const lines = sku === null ? undefined : [{ sku, quantity: Number(form.get('quantity')) }];
  const restock = form.get('restock');
  control.orderEvent(shop.channel, shop.shop, order, name, {
    ...(lines === undefined ? {} : { lines }),
    ...(restock === null ? {} : { restock: restock === 'yes' }),
  });
  return {
    to: shopAddress(shop.channel, shop.shop, 'orders', order),
    said: lines === undefined ? saidOf(name, restock) : 'These units are cancelled',
  };
}

/** Changes a line of an order that was not sent, or assigns the order to another keeper. */
export function editOrder(control: Control, shop: ShopView, order: string, form: URLSearchParams): Done {
  const sku = form.get('sku');
  const change = form.get('change') ?? '';
  const keptBy = form.get('kept_by');
  const parcels = form.get('parcels');
  const line =
    change === 'quantity' ? { quantity: Number(form.get('quantity')) } : { [change]: change !== '' };
  const edit = orderEdit.parse({
    ...(keptBy === null ? {} : { kept_by: keptBy }),
    ...(parcels === null ? {} : { parcels }),
    ...(sku === null ? {} : { lines: [{ sku, ...line }] }),
  });
  control.editOrder(shop.channel, shop.shop, order, edit);
  return { to: shopAddress(shop.channel, shop.shop, 'orders', order), said: 'The order is changed' };
}

export function switchOnFault(control: Control, form: URLSearchParams): Done {
  const text = (name: string): string | undefined => (form.get(name) ?? '').trim() || undefined;
  const rule = faultList.element.parse({
    kind: form.get('kind'),
    rate: Number(form.get('rate') ?? 100) / 100,
    channel: text('channel'),
    call: text('call'),
    lists: text('lists'),
    after: number.parse(form.get('after')),
    count: number.parse(form.get('count')),
  });
  control.setFaults([...control.faults().map((armed) => armed.rule), rule]);
  return { to: '/faults', said: `${rule.kind} is on` };
}

export function endFaults(control: Control, form: URLSearchParams): Done {
  const index = form.get('index');
  const rules = control.faults().map((armed) => armed.rule);
  control.setFaults(index === null ? [] : rules.filter((_, position) => position !== Number(index)));
  return { to: '/faults', said: index === null ? 'Everything works again' : 'It has ended' };
}

export function switchOnWild(control: Control, form: URLSearchParams): Done {
  const profile = form.get('profile') ?? '';
  const wish = { seed: number.parse(form.get('seed')) ?? 1, ...(profile === '' ? {} : { profile }) };
  control.setWild(readWildWish(wish));
  return { to: '/faults', said: 'Answers are as in the wild' };
}

export function endWild(control: Control): Done {
  control.setWild(null);
  return { to: '/faults', said: 'Answers are as documented again' };
}

export function changeClock(control: Control, form: URLSearchParams): Done {
  const advance = form.get('advance');
  if (advance !== null) control.setClock({ advance: Number(advance) });
  else if (form.get('free') === 'yes') control.setClock({ free: true });
  else control.setClock({ set: `${form.get('set') ?? ''}Z` });
  return {
    to: '/clock',
    said:
      advance !== null
        ? 'Time went on'
        : form.get('free') === 'yes'
          ? 'The clock runs again'
          : 'The clock stands',
  };
}

export function startOver(control: Control, form: URLSearchParams): Done {
  if (form.get('sure') !== 'yes') throw new SandboxError(422, 'Tick the box first.');
  control.reset();
  return { to: '/', said: 'Everything is as it was at the start' };
}

/** A page of the seller centre to return to, without its last message; any other address becomes the default page. */
function backAddress(given: string | null, usual: string): string {
  if (given === null || !given.startsWith('/shops/')) return usual;
  const [path = usual, query = ''] = given.split('?');
  const kept = new URLSearchParams(query);
  kept.delete('said');
  kept.delete('bad');
  return kept.size === 0 ? path : `${path}?${kept.toString()}`;
}
