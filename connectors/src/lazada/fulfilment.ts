import type { ActionResult, Effect, Fulfilment, OrderRef, Shipment } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected, unexpected } from '../kit/errors.ts';
import type { ChannelError } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { chunk } from '../kit/batches.ts';
import { callSeller, faultFor, resultOf, wireId } from './client.ts';
import { chosenUnits, readUnits } from './units.ts';
import type { Unit } from './units.ts';
import { packageRows, packed, providers } from './wire-actions.ts';
import type { ActionRow } from './wire-actions.ts';

const group = 'orders';
/** lazada.md 5: batches of at most 20. */
const batchSize = 20;

/** Shipping (lazada.md 5): shipment providers → pack → ready to ship. */
export const fulfilment: Fulfilment = {
  choosesLines: true,

  async form(access, order) {
    const units = await readUnits(access, order);
    const toPack = units.filter(({ stage }) => stage === 'to_pack');
    if (toPack.length === 0) {
      if (!units.some(({ stage }) => stage === 'packed')) throw notShippable(units);
      // Packed by an earlier try: the provider is chosen already.
      return { methods: [{ key: 'default', label: 'Drop off or pickup', fields: [] }] };
    }
    const offer = await readProviders(access, order, toPack);
    const choices = offer.shipment_providers.map(({ name, provider_code: value }) => ({
      value,
      label: name,
      within: null,
    }));
    const isChosenByLazada = offer.platform_default === 1 || choices.length === 0;
    return {
      methods: [
        {
          key: 'default',
          label: 'Drop off or pickup',
          fields: isChosenByLazada ? [] : [{ ...providerField, choices }],
        },
      ],
    };
  },

  ship: {
    perform: (access, asked) => catchRejection(shippingRejections, () => ship(access, asked)),
    check: (access, asked) => checking(() => shipped(access, asked)),
  },
};

const providerField = {
  key: 'shipping_provider',
  label: 'Shipping Provider',
  kind: 'choice',
  required: true,
  pattern: null,
  within: null,
} as const;

/** lazada.md 5: /order/shipment/providers/get for these units. */
async function readProviders(access: Access, order: OrderRef, units: readonly Unit[]) {
  const path = '/order/shipment/providers/get';
  const orders = [{ order_id: wireId(order.channelId), order_item_ids: units.map(({ id }) => wireId(id)) }];
  const answer = await callSeller(access, {
    method: 'POST',
    path,
    group,
    parameters: { getShipmentProvidersReq: JSON.stringify({ orders }) },
  });
  return resultOf(providers, answer, path);
}

/** Packs what is not packed, then sets ready what is: where an earlier try broke off after packing, it goes on from there. */
async function ship(access: Access, asked: Shipment): Promise<ActionResult> {
  const units = wanted(await readUnits(access, asked.order), asked);
  if (units.every(({ stage }) => stage === 'sent')) return done;
  if (!units.every(({ stage }) => stage === 'sent' || stage === 'packed' || stage === 'to_pack')) {
    throw notShippable(units);
  }
  const toPack = units.filter(({ stage }) => stage === 'to_pack');
  const packages = units.flatMap(({ stage, packageId }) =>
    stage === 'packed' && packageId ? [packageId] : [],
  );
  if (toPack.length > 0) packages.push(...(await pack(access, asked, toPack)));
  const unique = [...new Set(packages)];
  if (unique.length === 0) throw unexpected('Lazada says that the items are packed but names no package.');
  for (const piece of chunk(unique, batchSize)) await setReady(access, piece);
  return done;
}

/** The units that are to be shipped: those named, or all that are not cancelled. */
function wanted(units: readonly Unit[], { lines }: Shipment): Unit[] {
  const chosen = chosenUnits(units, lines);
  const going = lines === null ? chosen.filter(({ stage }) => stage !== 'off') : chosen;
  if (going.length === 0) throw notShippable(units);
  return going;
}

/** lazada.md 5: /order/fulfill/pack; returns the packages. Throws what a row that failed says. */
async function pack(access: Access, asked: Shipment, units: readonly Unit[]): Promise<string[]> {
  const offer = await readProviders(access, asked.order, units);
  const provider = asked.answers['shipping_provider'];
  const path = '/order/fulfill/pack';
  const request = {
    pack_order_list: [
      { order_id: wireId(asked.order.channelId), order_item_list: units.map(({ id }) => wireId(id)) },
    ],
    delivery_type: 'dropship',
    shipping_allocate_type: offer.shipping_allocate_type ?? 'TFS',
    ...(offer.platform_default !== 1 && typeof provider === 'string' && provider !== ''
      ? { shipment_provider_code: provider }
      : {}),
  };
  const parameters = { packReq: JSON.stringify(request) };
  const answer = await callSeller(access, { method: 'POST', path, group, parameters });
  const rows = resultOf(packed, answer, path).pack_order_list.flatMap((each) => each.order_item_list);
  throwFailed(rows);
  const missing = units.some(({ id }) => !rows.some((row) => row.order_item_id === id));
  if (missing) throw unexpected('Lazada did not answer for every item that was to be packed.');
  return rows.flatMap((row) => row.package_id ?? []);
}

/** lazada.md 5: /order/package/rts. */
async function setReady(access: Access, packages: readonly string[]): Promise<void> {
  const path = '/order/package/rts';
  const request = { packages: packages.map((id) => ({ package_id: id })) };
  const parameters = { readyToShipReq: JSON.stringify(request) };
  const answer = await callSeller(access, { method: 'POST', path, group, parameters });
  const rows = resultOf(packageRows, answer, path).packages;
  throwFailed(rows);
  const missing = packages.some((id) => !rows.some((row) => row.package_id === id));
  if (missing) throw unexpected('Lazada did not answer for every package that was to be set ready.');
}

/** Throws the fault of the first row that failed: a call that succeeded may hold some (lazada.md 5). */
export function throwFailed(rows: readonly Pick<ActionRow, 'item_err_code' | 'msg'>[]): void {
  const failed = rows.find((row) => row.item_err_code !== '0');
  if (failed !== undefined) throw faultFor(failed.item_err_code, failed.msg ?? '');
}

async function shipped(access: Access, asked: Shipment): Promise<Effect> {
  const units = wanted(await readUnits(access, asked.order), asked);
  if (units.every(({ stage }) => stage === 'sent')) return { effect: 'done' };
  if (units.some(({ stage }) => stage === 'off')) {
    return { effect: 'refused', code: '700000', reason: cancelledWords };
  }
  return { effect: 'not_done' };
}

const cancelledWords =
  'Items of this order were cancelled on Lazada, so they are not shipped. Sync the order.';

function notShippable(units: readonly Unit[]): ChannelError {
  if (units.length > 0 && units.every(({ stage }) => stage === 'sent' || stage === 'off')) {
    const isOff = units.some(({ stage }) => stage === 'off');
    return isOff
      ? rejected('700000', cancelledWords)
      : rejected(
          'already_shipped',
          'This order is handed over to Lazada’s carrier already. Sync it to see where it is.',
        );
  }
  return rejected(
    '700031',
    'Lazada does not let this order be packed yet. It becomes ready once it is paid and Lazada’s checks are through.',
  );
}

/** What refuses packing or setting ready, by row code (lazada.md 5). */
export const shippingRejections: readonly KnownRejection[] = [
  {
    when: /^700024\b/,
    reason: 'Lazada is busy with this order. It can be tried again in a minute.',
    mayPass: true,
  },
  {
    when: /^(1003|700016)\b/,
    reason: 'Lazada found no carrier for this order. Try again later, or choose another shipping provider.',
    mayPass: true,
  },
  {
    when: /^(700000|34|700026)\b/,
    reason: 'Lazada does not let these items be shipped in their present state. Sync the order to see it.',
    mayPass: false,
  },
  {
    when: /^(700023|700028)\b/,
    reason: 'The buyer collects this order at a store, so Lazada does not let it be packed.',
    mayPass: false,
  },
  {
    when: /^700027\b/,
    reason: 'Lazada’s own warehouse sends this order. There is nothing to ship.',
    mayPass: false,
  },
  {
    when: /^700029\b/,
    reason: 'These items lie in different warehouses. Ship the items of each warehouse by themselves.',
    mayPass: false,
  },
  { when: /^700030\b/, reason: 'This is a digital product: there is nothing to pack.', mayPass: false },
  {
    when: /^(16|20|35|600001|600002|700021|700025)\b/,
    reason: 'Lazada no longer has this order or these items as they are here. Sync the order and try again.',
    mayPass: false,
  },
];
