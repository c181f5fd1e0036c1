import type { ChannelKind } from '@evenstock/contract/channels';
import { listMassShipForms, mostFormsAtOnce } from '@evenstock/contract/mass-forms';
import { firstAnswers } from './first-answers.ts';
import type { OrderDesk } from './order-desk.ts';

/**
 * Buys orders that wait to be shipped, this many at each channel, and takes them in.
 * @returns the ids of all orders of the desk
 */
export async function buyToShip(
  desk: OrderDesk,
  channels: readonly ChannelKind[],
  each: number,
): Promise<number[]> {
  const { market } = desk;
  market.setNotices(false);
  for (const channel of channels) {
    const { shop } = market.shop(channel);
    market.sandbox.control.placeOrders(channel, shop, { count: each, lines: [{ sku: 'TEE', quantity: 1 }] });
  }
  market.clock.advance(130_000);
  for (const shop of market.shops) await market.pull(shop, 'orders');
  market.setNotices(true);
  await desk.settle();
  const found = await market.ctx.db.selectFrom('orders').select('id').orderBy('id').execute();
  return found.map(({ id }) => id);
}

/** The entries that the dialog of a mass shipment sends: the first answers to the form of each marketplace. */
export async function firstEntries(desk: OrderDesk, ids: readonly number[]): Promise<object[]> {
  const entries: object[] = [];
  for (let from = 0; from < ids.length; from += mostFormsAtOnce) {
    const chosen = ids.slice(from, from + mostFormsAtOnce);
    const query = chosen.map((id) => `q[id_in][]=${String(id)}`).join('&');
    const { body } = await desk.ask(
      `/api/stores/${String(desk.market.storeId)}/orders/mass_ship_forms.json?${query}`,
    );
    for (const { order, form } of listMassShipForms.reply.parse(body).forms) {
      if (form === null) throw new Error(`${order.reference_number} is skipped.`);
      entries.push({ reference_number: order.reference_number, ...firstAnswers(form) });
    }
  }
  return entries;
}
