import { uploadAttachment } from '@evenstock/contract/attachments/attachments';
import { showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { listDisputeReasons } from '@evenstock/contract/returns/returns';
import { showOrder, type Order } from '@evenstock/contract/orders/orders';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { placesWith as placesIn, watchFiles } from '../../../testing/places-with.ts';
import { png, uploadImage } from '../../../testing/upload-image.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { purgeAskedBuyers } from './purge-buyers.ts';

/** A word that members and the buyer write in every text field. */
const WORD = 'Zanzibarova';
let market: Market;
let server: TestServer;
let token: string;
/** The keys of all files that were written. */
let written: readonly string[];

beforeAll(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: { TEE: 900 } });
  for (const shop of market.shops) await market.pull(shop, 'returns');
  written = watchFiles(market.ctx);
  server = await createTestServer(market.ctx);
  // Raw answers are for the platform's admins.
  const userId = await addUser(market.ctx, 'admin');
  await addMember(market.ctx, market.storeId, userId, 'owner');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function settle(options: { allowFailures?: boolean } = {}): Promise<void> {
  do await market.sandbox.runDue();
  while ((await market.ctx.runJobs(options)).length > 0 && options.allowFailures !== true);
}

const store = () => `/api/stores/${String(market.storeId)}`;
const place = (number: string, call: string) => `${store()}/orders/${encodeURIComponent(number)}${call}.json`;
const post = async (path: string, body: unknown) => {
  const answer = await server.call('POST', path, { token, body });
  expect([200, 202, 422], JSON.stringify(answer.body)).toContain(answer.status);
  return answer;
};
const get = (path: string) => server.call('GET', path, { token });
const placesWith = (texts: readonly string[]) => placesIn(market.ctx, texts);

async function orderOf(number: string): Promise<Order> {
  return showOrder.reply.parse((await get(place(number, ''))).body).order;
}

type Event = 'pack' | 'ship' | 'deliver' | 'request_return';

/** Imports an order after these events, with a remark of its buyer. */
async function delivered(channel: ChannelKind, events: readonly Event[]): Promise<string> {
  const lines = [{ sku: 'TEE', quantity: 1 }];
  const { shop } = market.shop(channel);
  const { number } = market.sandbox.control.placeOrder(channel, shop, { lines, remarks: `For ${WORD}` });
  await goOn(channel, number, events);
  return number;
}

/** Imports the next event of an order. */
async function goOn(channel: ChannelKind, number: string, events: readonly Event[]): Promise<void> {
  for (const event of events) {
    market.clock.advance(5_000);
    market.sandbox.control.orderEvent(channel, market.shop(channel).shop, number, event, {});
  }
  market.clock.advance(130_000);
  await market.pull(market.shop(channel), 'orders');
  await market.pull(market.shop(channel), 'returns');
  await settle();
}

/** Prints the label of an order, alone and in a run. */
async function printLabels(number: string): Promise<void> {
  // The first call orders it at the marketplace.
  for (let tries = 0; tries < 5; tries += 1) {
    if ((await get(place(number, '/get_shipping_label'))).status === 200) break;
    market.clock.advance(3_000);
    await settle();
  }
  const { id } = await orderOf(number);
  const body = { q: { id_in: [id] }, paper: 'A6' };
  const run = await server.app.inject({
    method: 'POST',
    url: `${store()}/orders/get_shipping_labels.json`,
    headers: { 'authentication-token': token, prefer: 'respond-async' },
    payload: body,
  });
  expect(run.statusCode, run.body).toBe(202);
  for (let wait = 0; wait < 6; wait += 1) {
    market.clock.advance(10_000);
    await settle();
  }
}

/** Writes the word in every field of members, and creates every file of an order. */
async function fillEveryPlace(number: string): Promise<void> {
  const { id, name } = await orderOf(number);
  await post(place(number, '/add_notes'), { order: { notes: `${WORD} rang first` } });
  await post(place(number, '/add_notes'), { order: { notes: `${WORD} rang again` } });
  const picture = await uploadImage(server, { bytes: png, name: `${WORD}.png`, token });
  const { id: image } = uploadAttachment.reply.parse(picture.body).attachment;
  const { reasons } = listDisputeReasons.reply.parse(
    (await get(place(number, '/shopee_dispute_reasons'))).body,
  );
  const disputed = await post(place(number, '/dispute_return'), {
    order: {
      reason: reasons.find(({ key }) => key === '50')?.key,
      text_reason: `${WORD} sent back another shirt`,
      email: 'seller@shop.test',
      image_attachment_ids: [image],
    },
  });
  expect(disputed.status, JSON.stringify(disputed.body)).toBe(200);
  market.clock.advance(10_000);
  await settle();
  await post(`${store()}/orders/mass_ship.json`, {
    orders: [{ reference_number: number, tracking_no: WORD, shipping_company: WORD }],
  });
  await settle();
  const raw = await get(`${store()}/orders/${number}/raw_response`);
  expect(JSON.stringify(raw.body)).toContain(number);
  await get(`${store()}/orders/get_invoices.json?q[id_in][]=${String(id)}`);
  await get(
    `${store()}/orders/download.json?scope=all&q[reference_number_cont]=${encodeURIComponent(name ?? '')}`,
  );
  await get(`${store()}/orders/download.json?scope=all&q[reference_number_cont]=${number}`);
  await settle();
  await sql`update orders set pickup_proof = ${JSON.stringify({ coupon: WORD })}::jsonb where id = ${id}`.execute(
    market.ctx.db,
  );
}

/** The remaining files, by the table that refers to them; a file without a reference has no table. */
async function filesLeft(): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; table: string }>`
    select file_key as key, 'attachments' as "table" from attachments
    union all select key::text, 'print_files' from print_files
    union all select key::text, 'spreadsheet_files' from spreadsheet_files`.execute(market.ctx.db);
  const left: Record<string, number> = {};
  for (const key of new Set(written)) {
    if ((await market.ctx.files.read(key)) === null) continue;
    const table = rows.find((row) => row.key === key)?.table ?? 'none';
    left[table] = (left[table] ?? 0) + 1;
  }
  return left;
}

/** The texts of the remaining exports. */
async function exportedText(): Promise<string> {
  const { rows } = await sql<{ key: string }>`select key::text from spreadsheet_files`.execute(market.ctx.db);
  let text = '';
  for (const { key } of rows) {
    const bytes = await market.ctx.files.read(key);
    if (bytes === null) continue;
    if (bytes.subarray(0, 2).toString() !== 'PK') text += bytes.toString('utf8');
    else for await (const { values } of streamXlsxRows(bytes)) text += JSON.stringify(values);
  }
  return text;
}

describe('the purge of a buyer', () => {
  it('reaches every place that holds the buyer’s data, though it is killed in the middle', async () => {
    const number = await delivered('shopee', ['pack']);
    await printLabels(number);
    await goOn('shopee', number, ['ship', 'deliver', 'request_return']);
    const order = await orderOf(number);
    await fillEveryPlace(number);
    const { name, phone, full_address: address } = order;
    if (name === null || phone === null || address === null) throw new Error('The buyer is not told.');
    const texts = [name, phone, address, WORD];
    expect(order.return_detail?.pictures).toEqual([expect.stringMatching(/\.svg$/)]);
    expect(await placesWith(texts)).toEqual([
      'attachments.name',
      'marketplace_actions.asked',
      'operations.params',
      'order_notes.notes',
      'order_returns.dispute_text_reason',
      'orders.buyer_sealed',
      'orders.notes',
      'orders.pickup_proof',
      'orders.remarks',
    ]);
    // The dispute's picture; a label alone, one of a run and its document, an invoice; two exports, each with a part.
    expect(await filesLeft()).toEqual({ attachments: 1, print_files: 4, spreadsheet_files: 4 });

    const { db, files } = market.ctx;
    const { channel_order_id: channelId } = await db
      .selectFrom('orders')
      .select('channel_order_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    const { marketplaceId } = market.shop('shopee');
    const purge = () => purgeAskedBuyers(market.ctx, { marketplaceId, orders: [channelId], buyerId: null });
    // It is killed in the transaction: nothing is deleted partly.
    await sql`create function killed() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`.execute(
      db,
    );
    await sql`create trigger killed before delete on order_notes for each row execute function killed()`.execute(
      db,
    );
    await expect(purge()).rejects.toThrow('killed');
    expect((await orderOf(number)).name).toBe(name);
    await sql`drop trigger killed on order_notes`.execute(db);
    // Killed while files are removed.
    const remove = files.remove.bind(files);
    Object.assign(files, { remove: () => Promise.reject(new Error('killed')) });
    await purge();
    await settle({ allowFailures: true });
    Object.assign(files, { remove });
    market.clock.advance(60_000);
    await settle();

    expect(await placesWith(texts)).toEqual([]);
    expect(Object.keys(await filesLeft())).toEqual(['spreadsheet_files']);
    const sheets = await exportedText();
    expect(sheets).toContain(number);
    for (const text of texts) expect(sheets).not.toContain(text);
    const words = await db
      .selectFrom('order_buyer_words')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute();
    expect(words).toEqual([]);
    // Nor do they come back when the return is read again.
    await db
      .updateTable('order_returns')
      .set({ source_updated_at: new Date(0) })
      .execute();
    await market.pull(market.shop('shopee'), 'returns');
    const { return_detail: read } = await orderOf(number);
    expect([read?.pictures, read?.dispute_text_reason]).toEqual([[], null]);
  });

  it('leaves what an unfinished action still needs, and erases it when that has ended', async () => {
    const number = await delivered('shopify', []);
    const { id } = await orderOf(number);
    market.setNetwork(({ body }, go) =>
      body.includes('fulfillmentCreate') ? Promise.reject(new TypeError('fetch failed')) : go(),
    );
    const { shipment_form: form } = showShipmentForm.reply.parse(
      (await get(place(number, '/shipment_form'))).body,
    );
    const location = form.methods[0]?.fields.find(({ key }) => key === 'location_id')?.choices[0]?.value;
    const asked = await server.app.inject({
      method: 'POST',
      url: `${store()}/orders/mass_ship.json`,
      headers: { 'authentication-token': token, prefer: 'respond-async' },
      payload: {
        orders: [
          {
            reference_number: number,
            method: 'default',
            tracking_numbers: [`${WORD}-7`],
            location_id: location,
          },
        ],
      },
    });
    expect(asked.statusCode, asked.body).toBe(202);
    await settle();
    const { marketplaceId } = market.shop('shopify');
    const { channel_order_id: channelId } = await market.ctx.db
      .selectFrom('orders')
      .select('channel_order_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await purgeAskedBuyers(market.ctx, { marketplaceId, orders: [channelId], buyerId: null });
    await settle();
    expect(await placesWith([`${WORD}-7`])).toEqual(['marketplace_actions.asked']);
    market.setNetwork(null);
    for (let minute = 0; minute < 25; minute += 1) {
      market.clock.advance(60_000);
      await settle();
    }
    // The number is the parcel's, and stays with it.
    expect(await placesWith([WORD])).toEqual(['order_items.tracking_code']);
  });
});
