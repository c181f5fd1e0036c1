import { listMassAcceptanceForms, listMassRefusalForms } from '@evenstock/contract/fulfilment/mass-forms';
import { showOperation } from '@evenstock/contract/operations/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrderHarness, type OrderHarness } from '../../testing/order-harness.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';

let harness: OrderHarness;
let server: TestServer;
let store: string;

beforeAll(async () => {
  harness = await openOrderHarness(['shopee', 'lazada', 'tiktok']);
  server = await createTestServer(harness.market.ctx);
  store = `/api/stores/${String(harness.market.storeId)}`;
});
afterAll(async () => {
  await server.close();
  await harness.close();
});

/** Does one action on many orders, to its end. @returns the outcome of each order: its state, or why it failed */
async function outcomesOf(
  call: string,
  orders: readonly object[],
): Promise<Readonly<Record<string, string | null>>> {
  const started = await server.app.inject({
    method: 'POST',
    url: `${store}/orders/${call}.json`,
    headers: { 'authentication-token': harness.token, prefer: 'respond-async' },
    payload: { orders },
  });
  expect(started.statusCode).toBe(202);
  const { id } = started.json<{ mass_action: { id: number } }>().mass_action;
  await harness.later(120);
  const { body } = await harness.ask(`${store}/operations/${String(id)}.json`);
  const { rows } = showOperation.reply.parse(body);
  return Object.fromEntries(rows.map(({ key, state, reason }) => [key, reason?.text ?? state]));
}

const named = (reference_number: string) => ({ reference_number });

async function idsOf(numbers: readonly string[]): Promise<string> {
  const orders = await Promise.all(numbers.map((number) => harness.orderOf(number)));
  return orders.map(({ id }) => `q[id_in][]=${String(id)}`).join('&');
}

describe('requests of buyers to cancel, answered many at once', () => {
  it('are accepted; an order without a request is named with the reason', async () => {
    const asking = [
      await harness.buyAndAskToCancel('shopee'),
      await harness.buyAndAskToCancel('lazada'),
      await harness.buyAndAskToCancel('tiktok'),
    ];
    const other = await harness.buy('shopee');
    const query = await idsOf([...asking, other]);
    const { body } = await harness.ask(`${store}/orders/mass_acceptance_forms.json?${query}`);
    const { forms } = listMassAcceptanceForms.reply.parse(body);
    expect(forms.map(({ order, form }) => [order.reference_number, form !== null])).toEqual([
      ...asking.map((number) => [number, true]),
      [other, false],
    ]);
    const outcomes = await outcomesOf('mass_accept_cancellation', [...asking, other].map(named));
    const { [other]: leftOut, ...accepted } = outcomes;
    expect(accepted).toEqual(Object.fromEntries(asking.map((number) => [number, 'done'])));
    expect(leftOut).toMatch(/cancel/);
    for (const number of asking) expect((await harness.orderOf(number)).state).toBe('failed_orders');
    expect((await harness.orderOf(other)).state).toBe('staff_to_process');
  });

  it('are rejected, each with a reason where its marketplace asks for one', async () => {
    const plain = await harness.buyAndAskToCancel('shopee');
    const reasoned = await harness.buyAndAskToCancel('tiktok');
    const unreasoned = await harness.buyAndAskToCancel('tiktok');
    const { body } = await harness.ask(
      `${store}/orders/mass_refusal_forms.json?${await idsOf([plain, reasoned, unreasoned])}`,
    );
    const { forms } = listMassRefusalForms.reply.parse(body);
    const [, { form } = { form: null }] = forms;
    const reason = form?.reasons[0]?.key ?? '';
    expect(reason).not.toBe('');
    expect(
      await outcomesOf('mass_reject_cancellation', [
        named(plain),
        { ...named(reasoned), reason },
        named(unreasoned),
      ]),
    ).toEqual({ [plain]: 'done', [reasoned]: 'done', [unreasoned]: 'Reason is required' });
    expect((await harness.orderOf(plain)).state).toBe('staff_to_process');
    expect((await harness.orderOf(unreasoned)).actions).toContain('accept_cancellation');
  });
});
