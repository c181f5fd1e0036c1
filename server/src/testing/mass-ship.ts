import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { listMassShipForms, mostFormsAtOnce } from '@evenstock/contract/fulfilment/mass-forms';
import { firstAnswers } from './first-answers.ts';
import type { OrderHarness } from './order-harness.ts';

/**
 * Buys orders that wait to be shipped, this many at each channel, and takes them in.
 * @returns the ids of all orders of the harness
 */
export async function buyToShip(
  harness: OrderHarness,
  channels: readonly ChannelKind[],
  each: number,
): Promise<number[]> {
  const { market } = harness;
  market.setNotices(false);
  for (const channel of channels) {
    const { shop } = market.shop(channel);
    market.sandbox.control.placeOrders(channel, shop, { count: each, lines: [{ sku: 'TEE', quantity: 1 }] });
  }
  market.clock.advance(130_000);
  for (const shop of market.shops) await market.pull(shop, 'orders');
  market.setNotices(true);
  await harness.settle();
  const found = await market.ctx.db.selectFrom('orders').select('id').orderBy('id').execute();
  return found.map(({ id }) => id);
}

/** An order of a mass shipment, with the answers of its form. */
export interface ShipEntry {
  readonly reference_number: string;
  readonly [field: string]: unknown;
}

/** The entries that the dialog of a mass shipment sends: the first answers to the form of each marketplace. */
export async function firstEntries(harness: OrderHarness, ids: readonly number[]): Promise<ShipEntry[]> {
  const entries: ShipEntry[] = [];
  for (let from = 0; from < ids.length; from += mostFormsAtOnce) {
    const chosen = ids.slice(from, from + mostFormsAtOnce);
    const query = chosen.map((id) => `q[id_in][]=${String(id)}`).join('&');
    const { body } = await harness.ask(
      `/api/stores/${String(harness.market.storeId)}/orders/mass_ship_forms.json?${query}`,
    );
    for (const { order, form } of listMassShipForms.reply.parse(body).forms) {
      if (form === null) throw new Error(`${order.reference_number} is skipped.`);
      entries.push({ reference_number: order.reference_number, ...firstAnswers(form) });
    }
  }
  return entries;
}
