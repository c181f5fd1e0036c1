import { behaviours, conform } from '@evenstock/connectors/kit/conformance';
import type { Action, Shipment } from '@evenstock/connectors/kit/capabilities';
import type { ChannelHttp } from '@evenstock/connectors/kit/http';
import type { Connector } from '@evenstock/connectors/kit/connector';
import { connectors } from '@evenstock/connectors/registry';
import { channelKinds } from '@evenstock/contract/channels/channels';
import { describe, expect, it } from 'vitest';
import { sandboxWorld } from './sandbox-world.ts';

describe.each(channelKinds)('%s', (channel) => {
  it.each(behaviours)('$name', async (behaviour) => {
    const world = () => sandboxWorld(channel, connectors[channel]);
    const [verdict] = await conform(world, [behaviour]);
    expect(verdict?.passed, verdict !== undefined && 'why' in verdict ? verdict.why : '').toBe(true);
  });
});

/** Ships the whole order, whichever lines are asked for. */
function regardlessOfLines(ship: Action<Shipment>): Action<Shipment> {
  return { ...ship, perform: (access, asked) => ship.perform(access, { ...asked, lines: null }) };
}

/** Sends the last call of an action once more; its refusal goes unseen. */
function sentTwice<Asked>(action: Action<Asked>): Action<Asked> {
  return {
    ...action,
    async perform(access, asked) {
      let again = (): Promise<unknown> => Promise.resolve();
      const http: ChannelHttp = {
        now: () => access.http.now(),
        send(request) {
          again = () => access.http.send(request);
          return access.http.send(request);
        },
      };
      const result = await action.perform({ ...access, http }, asked);
      await again();
      return result;
    },
  };
}

/** Connectors that are wrong in one way each, and what names it. */
const { shopee, lazada } = connectors;
const broken: readonly (readonly [string, Connector])[] = [
  [
    'reads every listing, page by page to the end',
    {
      ...shopee,
      listings: {
        ...shopee.listings,
        page: async (access, cursor, since) => ({
          ...(await shopee.listings.page(access, cursor, since)),
          next: null,
        }),
      },
    },
  ],
  [
    'counts units reserved by a campaign in what it reads and in what it sets',
    {
      ...shopee,
      listings: {
        ...shopee.listings,
        async page(access, cursor, since) {
          const page = await shopee.listings.page(access, cursor, since);
          const sellable = page.listings.map((listing) => ({
            ...listing,
            variants: listing.variants.map((variant) => ({
              ...variant,
              measure: variant.measure === null ? null : variant.measure - variant.reserved,
            })),
          }));
          return { ...page, listings: sellable };
        },
      },
    },
  ],
  [
    'does not know of a write that was not answered',
    {
      ...shopee,
      stock: {
        ...shopee.stock,
        push: (access, lines) =>
          shopee.stock.push(access, lines).catch(() => lines.map(() => ({ outcome: 'ok' as const }))),
      },
    },
  ],
  [
    'sees an order cancelled, all units given back',
    {
      ...shopee,
      orders: {
        ...shopee.orders,
        async page(access, cursor, updated) {
          const page = await shopee.orders.page(access, cursor, updated);
          return { ...page, orders: page.orders.filter(({ state }) => state !== 'CANCELLED') };
        },
      },
    },
  ],
  [
    'ships an order once, whichever answer is lost',
    {
      ...shopee,
      ...(shopee.fulfilment === undefined
        ? {}
        : {
            fulfilment: {
              ...shopee.fulfilment,
              ship: { ...shopee.fulfilment.ship, check: () => Promise.resolve({ effect: 'done' as const }) },
            },
          }),
    },
  ],
  [
    'cancels an order once, whichever answer is lost',
    {
      ...shopee,
      ...(shopee.cancellation === undefined
        ? {}
        : {
            cancellation: {
              ...shopee.cancellation,
              cancel: {
                ...shopee.cancellation.cancel,
                perform: () => Promise.resolve({ outcome: 'done' as const }),
              },
            },
          }),
    },
  ],
  [
    'ships one line once, whichever answer is lost, and the rest after it',
    {
      ...lazada,
      ...(lazada.fulfilment === undefined
        ? {}
        : {
            fulfilment: {
              ...lazada.fulfilment,
              ship: regardlessOfLines(lazada.fulfilment.ship),
            },
          }),
    },
  ],
  [
    'accepts a return once, whichever answer is lost',
    {
      ...lazada,
      ...(lazada.returnAcceptance === undefined
        ? {}
        : {
            returnAcceptance: {
              ...lazada.returnAcceptance,
              accept: sentTwice(lazada.returnAcceptance.accept),
            },
          }),
    },
  ],
  [
    'disputes a return once, whichever answer is lost',
    {
      ...shopee,
      ...(shopee.returnDispute === undefined
        ? {}
        : { returnDispute: { ...shopee.returnDispute, dispute: sentTwice(shopee.returnDispute.dispute) } }),
    },
  ],
  [
    'does not believe a forged notice',
    {
      ...shopee,
      webhooks: {
        subscribe: null,
        accepted: { status: 204, body: '' },
        verify: () => ({ shopId: '1', dedupeKey: '1', about: { kind: 'order', number: '1' } }),
      },
    },
  ],
];

describe('a broken connector fails by name', () => {
  it.each(broken)('%s', async (name, connector) => {
    const chosen = behaviours.filter((behaviour) => behaviour.name === name);
    const verdicts = await conform(() => sandboxWorld(connector.channel, connector), chosen);
    expect(verdicts).toMatchObject([{ behaviour: name, passed: false, why: expect.any(String) as string }]);
  });
});
