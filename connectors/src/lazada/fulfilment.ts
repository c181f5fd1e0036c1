import { message } from '@evenstock/contract/messages/message';
import type { ActionResult, Effect, Fulfilment, OrderRef, Shipment } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError, rejected, throttled, unexpected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection, Took } from '../kit/rejections.ts';
import { chunk } from '../kit/batches.ts';
import { callSeller, faultFor, resultOf, wireId } from './client.ts';
import { chosenUnits, readUnits } from './units.ts';
import type { Unit } from './units.ts';
import { packageRows, packed, provider, providers } from './wire-actions.ts';
import type { ActionRow } from './wire-actions.ts';
import { channel } from './channel.ts';

const group = 'orders';
/** lazada.md 5: batches of at most 20. */
const batchSize = 20;

/** Shipping (lazada.md 5): shipment providers → pack → ready to ship. */
export const fulfilment: Fulfilment = {
  choosesLines: true,

  async form(access, order) {
    const units = sellersOf(await readUnits(access, order));
    const toPack = units.filter(({ stage }) => stage === 'to_pack');
    if (toPack.length === 0) {
      if (!units.some(({ stage }) => stage === 'packed')) throw notShippable(units);
      // Packed by an earlier try: the provider is chosen already.
      return { methods: [{ key: 'default', label: message('asked.drop_off_or_pickup'), fields: [] }] };
    }
    const offer = await readProviders(access, order, toPack);
    // One carrier that cannot be read costs itself; one without a name goes by its code.
    const choices = offer.shipment_providers.flatMap((record) => {
      const parsed = provider.safeParse(record);
      if (!parsed.success) return [];
      const { name, provider_code: value } = parsed.data;
      return [{ value, label: name ?? value, within: null }];
    });
    const isChosenByLazada = offer.platform_default || choices.length === 0;
    return {
      methods: [
        {
          key: 'default',
          label: message('asked.drop_off_or_pickup'),
          fields: isChosenByLazada ? [] : [{ ...providerField, choices }],
        },
      ],
    };
  },

  ship: {
    perform: (access, asked) => catchRejection(shippingRejections, (took) => ship(access, asked, took)),
    check: (access, asked) => checking(() => shipped(access, asked)),
  },
};

/** What Lazada's warehouse sends is not the seller's to ship (lazada.md 5, 700027). */
const sellersOf = (units: readonly Unit[]): Unit[] => {
  const own = units.filter(({ keptBy }) => keptBy !== 'marketplace');
  if (own.length > 0 || units.length === 0) return own;
  throw rejected('700027', message('refusals.warehouse_ships', { channel }));
};

const providerField = {
  key: 'shipping_provider',
  label: message('asked.shipping_provider'),
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

/** Packs what is not packed, then sets it ready. A try that broke off after packing is continued. */
async function ship(access: Access, asked: Shipment, took: Took): Promise<ActionResult> {
  const units = wanted(await readUnits(access, asked.order), asked);
  if (units.every(({ stage }) => stage === 'sent')) return done;
  if (!units.every(({ stage }) => stage === 'sent' || stage === 'packed' || stage === 'to_pack')) {
    throw notShippable(units);
  }
  const toPack = units.filter(({ stage }) => stage === 'to_pack');
  const packages = units.flatMap(({ stage, packageId }) =>
    stage === 'packed' && packageId ? [packageId] : [],
  );
  if (toPack.length > 0) {
    packages.push(...(await pack(access, asked, toPack, took)));
    took();
  }
  const unique = [...new Set(packages)];
  if (unique.length === 0) throw unexpected(message('answers.package_missing', { channel }));
  for (const piece of chunk(unique, batchSize)) {
    await setReadyOrSayPacked(access, piece, took);
    took();
  }
  return done;
}

/** The units that are to be shipped: those named, or all that are not cancelled. */
function wanted(units: readonly Unit[], { lines }: Shipment): Unit[] {
  const chosen = lines === null ? sellersOf(units) : chosenUnits(units, lines);
  const going = lines === null ? chosen.filter(({ stage }) => stage !== 'off') : chosen;
  if (going.length === 0) throw notShippable(units);
  return going;
}

/** lazada.md 5: /order/fulfill/pack; returns the packages. Throws the fault of a failed row. */
async function pack(access: Access, asked: Shipment, units: readonly Unit[], took: Took): Promise<string[]> {
  const offer = await readProviders(access, asked.order, units);
  const carrier = asked.answers['shipping_provider'];
  const path = '/order/fulfill/pack';
  const request = {
    pack_order_list: [
      { order_id: wireId(asked.order.channelId), order_item_list: units.map(({ id }) => wireId(id)) },
    ],
    delivery_type: 'dropship',
    shipping_allocate_type: offer.shipping_allocate_type ?? 'TFS',
    ...(!offer.platform_default && typeof carrier === 'string' && carrier !== ''
      ? { shipment_provider_code: carrier }
      : {}),
  };
  const parameters = { packReq: JSON.stringify(request) };
  const answer = await callSeller(access, { method: 'POST', path, group, parameters });
  const rows = resultOf(packed, answer, path).pack_order_list.flatMap((each) => each.order_item_list);
  throwFailed(rows, took);
  const missing =
    rows.length < units.length ||
    units.some(({ id }, at) => !rows.some((row) => row.order_item_id === id) && !isNameless(rows[at]));
  if (missing) throw unexpected(message('answers.incomplete', { channel }));
  return rows.flatMap((row) => row.package_id ?? []);
}

/** A row without an id is about what is in its place of the call. */
const isNameless = (row: { readonly order_item_id: string | null } | undefined): boolean =>
  row?.order_item_id === null;

/**
 * Sets packages ready. The order's state may have changed since it was packed, for example by a buyer who asks for cancellation.
 * Then the rejection says that the order is packed.
 */
async function setReadyOrSayPacked(access: Access, packages: readonly string[], took: Took): Promise<void> {
  try {
    await setReady(access, packages, took);
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    const { code } = error.fault;
    throw /^700000\b/.test(code) ? rejected(code, message('refusals.packed_not_ready', { channel })) : error;
  }
}

/** lazada.md 5: /order/package/rts. */
async function setReady(access: Access, packages: readonly string[], took: Took): Promise<void> {
  const path = '/order/package/rts';
  const request = { packages: packages.map((id) => ({ package_id: id })) };
  const parameters = { readyToShipReq: JSON.stringify(request) };
  const answer = await callSeller(access, { method: 'POST', path, group, parameters });
  const rows = resultOf(packageRows, answer, path).packages;
  throwFailed(rows, took);
  const isAnswered = (id: string, at: number): boolean =>
    rows.some((row) => row.package_id === id) ||
    (rows.length >= packages.length && rows[at]?.package_id === null);
  const missing = !packages.every(isAnswered);
  if (missing) throw unexpected(message('answers.incomplete', { channel }));
}

/** Throws the fault of the first failed row; a call that succeeded may have some (lazada.md 5). */
export function throwFailed(
  rows: readonly Pick<ActionRow, 'item_err_code' | 'msg' | 'retry'>[],
  took: Took,
): void {
  const failed = rows.find((row) => row.item_err_code !== '0');
  if (failed === undefined) return;
  if (rows.some((row) => row.item_err_code === '0')) took();
  const { item_err_code: code, msg, retry } = failed;
  // `retry` says that nothing was done and that it may be sent again, whatever the code.
  if (retry) throw throttled(retrySeconds, `Lazada: ${msg ?? code}`);
  const said = faultFor(code, msg ?? '');
  throw said.fault.kind === 'unavailable' ? rejected(code, said.fault.reason) : said;
}

const retrySeconds = 30;

async function shipped(access: Access, asked: Shipment): Promise<Effect> {
  const units = wanted(await readUnits(access, asked.order), asked);
  if (units.every(({ stage }) => stage === 'sent')) return { effect: 'done' };
  if (units.some(({ stage }) => stage === 'off')) {
    return { effect: 'refused', code: '700000', reason: cancelledWords };
  }
  return units.some(({ stage }) => stage === 'packed')
    ? { effect: 'not_done', partly: message('refusals.packed_not_ready', { channel }) }
    : { effect: 'not_done' };
}

const cancelledWords = message('refusals.lines_cancelled', { channel });

function notShippable(units: readonly Unit[]): ChannelError {
  if (units.length > 0 && units.every(({ stage }) => stage === 'sent' || stage === 'off')) {
    const isOff = units.some(({ stage }) => stage === 'off');
    return isOff
      ? rejected('700000', cancelledWords)
      : rejected('already_shipped', message('refusals.shipped_already'));
  }
  return rejected('700031', message('refusals.not_ready', { channel }));
}

/** What refuses packing or setting ready, by row code (lazada.md 5). */
export const shippingRejections: readonly KnownRejection[] = [
  {
    when: /^700024\b/,
    reason: message('refusals.order_busy', { channel }),
    mayPass: true,
  },
  {
    when: /^(1003|700016)\b/,
    reason: message('refusals.no_carrier', { channel }),
    mayPass: true,
  },
  {
    when: /^(700000|34|700026)\b/,
    reason: message('refusals.not_in_this_state', { channel }),
    mayPass: false,
  },
  {
    when: /^(700023|700028)\b/,
    reason: message('refusals.buyer_collects', { channel }),
    mayPass: false,
  },
  {
    when: /^700027\b/,
    reason: message('refusals.warehouse_ships', { channel }),
    mayPass: false,
  },
  {
    when: /^700029\b/,
    reason: message('refusals.split_by_warehouse'),
    mayPass: false,
  },
  { when: /^700030\b/, reason: message('refusals.digital', { channel }), mayPass: false },
  {
    when: /^(16|20|35|600001|600002|700021|700025)\b/,
    reason: message('refusals.order_changed', { channel }),
    mayPass: false,
  },
];
