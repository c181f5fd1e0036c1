import { createAccessToken } from '@evenstock/contract/stores/access-tokens';
import { listActions, type Action } from '@evenstock/contract/actions/actions';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { fieldErrors } from '@evenstock/contract/api/fields';
import { showOrder, type Order } from '@evenstock/contract/orders/orders';
import { z } from 'zod';
import { createTestServer, type Answer } from './http.ts';
import { createMarket, type Market } from './market.ts';
import { addMember, addUser, openSession } from './world.ts';

/** A market and a member of its store who works on orders through the API. */
export interface OrderHarness {
  readonly market: Market;
  readonly token: string;
  /** Runs what is due, until nothing is. */
  settle(): Promise<void>;
  /** Advances the clock by this many seconds, and runs what is due in that time. */
  later(seconds: number): Promise<void>;
  /** A paid order, taken in. */
  buy(channel: ChannelKind, order?: PlacedOrder): Promise<string>;
  /** What a buyer, or the marketplace, does with an order; it is taken in. */
  happens(channel: ChannelKind, number: string, event: OrderEvent): Promise<void>;
  /** An order whose buyer asks to cancel it. */
  buyAndAskToCancel(channel: ChannelKind): Promise<string>;
  /** An order whose buyer asks to return it. */
  buyAndReturn(channel: ChannelKind): Promise<string>;
  get(number: string, call: string): Promise<Answer>;
  /** The keys of the reasons that a call offers. */
  reasonKeys(number: string, call: string): Promise<readonly string[]>;
  /** A read of any address of the API. */
  ask(path: string): Promise<Answer>;
  /** @param as a token other than the session’s */
  post(number: string, call: string, body?: unknown, as?: string): Promise<Answer>;
  /** Makes an access token of this name that may work on orders. */
  accessToken(name: string): Promise<string>;
  orderOf(number: string): Promise<Order>;
  actionsOf(number: string): Promise<readonly Action[]>;
  close(): Promise<void>;
}

export interface PlacedOrder {
  readonly lines?: readonly { readonly sku: string; readonly quantity: number }[];
  readonly self_collect?: boolean;
}
type OrderEvent = Parameters<Market['sandbox']['control']['orderEvent']>[3];

/** The errors of a refused call, by field. */
export const refusal = (answer: { readonly body: unknown }) => fieldErrors.parse(answer.body).errors;

const reasons = z.object({ reasons: z.array(z.object({ key: z.string() })) });

/** Opens a market whose shops sell TEE and CUP. */
export async function openOrderHarness(channels: readonly ChannelKind[]): Promise<OrderHarness> {
  const market = await createMarket({ channels: [...channels], skus: { TEE: 500, CUP: 500 } });
  const server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  const token = await openSession(market.ctx, userId);
  const { control } = market.sandbox;
  const store = `/api/stores/${String(market.storeId)}`;
  const place = (number: string, call: string) => `${store}/orders/${encodeURIComponent(number)}${call}.json`;

  const harness: OrderHarness = {
    market,
    token,
    async settle() {
      do await market.sandbox.runDue();
      while ((await market.ctx.runJobs()).length > 0);
    },
    async later(seconds) {
      for (let passed = 0; passed < seconds; passed += 5) {
        market.clock.advance(5_000);
        await harness.settle();
      }
    },
    async buy(channel, { lines = [{ sku: 'TEE', quantity: 1 }], self_collect = false } = {}) {
      const { number } = control.placeOrder(channel, market.shop(channel).shop, {
        lines: [...lines],
        self_collect,
      });
      await harness.later(market.ctx.connectors[channel].facts.ordersVisibleWithin);
      await market.pull(market.shop(channel), 'orders');
      return number;
    },
    async happens(channel, number, event) {
      control.orderEvent(channel, market.shop(channel).shop, number, event, {});
      await harness.later(10);
      await market.pull(market.shop(channel), 'orders');
    },
    async buyAndAskToCancel(channel) {
      const number = await harness.buy(channel);
      await harness.happens(channel, number, 'request_cancellation');
      return number;
    },
    async buyAndReturn(channel) {
      const number = await harness.buy(channel);
      for (const event of ['ship', 'deliver', 'request_return'] as const)
        await harness.happens(channel, number, event);
      await harness.later(120);
      await market.pull(market.shop(channel), 'returns');
      return number;
    },
    async reasonKeys(number, call) {
      const { body } = await harness.get(number, call);
      return reasons.parse(body).reasons.map(({ key }) => key);
    },
    ask: (path) => server.call('GET', path, { token }),
    get: (number, call) => server.call('GET', place(number, call), { token }),
    post: (number, call, body, as = token) =>
      server.call('POST', place(number, call), { token: as, ...(body === undefined ? {} : { body }) }),
    orderOf: async (number) => showOrder.reply.parse((await harness.get(number, '')).body).order,
    async accessToken(name) {
      const { body } = await server.call('POST', `${store}/access_tokens.json`, {
        token,
        body: { access_token: { name, scopes: ['order.view', 'order.work'], expires_in_days: 30 } },
      });
      return createAccessToken.reply.parse(body).token;
    },
    async actionsOf(number) {
      const { id } = await harness.orderOf(number);
      const query = `?q[subject_type_eq]=Order&q[subject_id_eq]=${String(id)}`;
      const { body } = await server.call('GET', `${store}/actions.json${query}`, { token });
      return listActions.reply.parse(body).actions;
    },
    async close() {
      await server.close();
      await market.close();
    },
  };
  return harness;
}
