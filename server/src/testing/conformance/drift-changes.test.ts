import { connect, type World } from '@evenstock/connectors/kit/behaviours/world';
import {
  allListings,
  allOrders,
  lineFor,
  untilListed,
  variantOf,
} from '@evenstock/connectors/kit/behaviours/claims';
import type { ChannelHttp } from '@evenstock/connectors/kit/http';
import { connectors } from '@evenstock/connectors/registry';
import { channelKinds } from '@evenstock/contract/channels/channels';
import { applyPatch } from '@evenstock/sandbox/wild/patch.rules';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { sandboxWorld } from './sandbox-world.ts';

const structured = z.union([z.record(z.string(), z.json()), z.array(z.json())]);

/** What a connector is answered when it reads listings, stock and orders. */
async function answersTo(world: World): Promise<string[]> {
  const texts: string[] = [];
  const http: ChannelHttp = {
    now: () => world.http.now(),
    async send(request) {
      const reply = await world.http.send(request);
      texts.push(reply.text);
      return reply;
    },
  };
  await world.control.addItem([{ sku: 'TEA', quantity: 5 }]);
  const access = { ...(await connect(world)), http };
  const number = await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
  await untilListed(world);
  const order = (await allOrders(world, access)).get(number);
  await allListings(world, access);
  const line = lineFor(world, access, await variantOf(world, access, 'TEA'), 4);
  await world.connector.stock.read(access, [line]);
  await world.connector.orders.read(access, [order?.channelId ?? '']);
  return texts;
}

it.each(channelKinds)('each way in which answers of %s may drift changes some of them', async (channel) => {
  const world = await sandboxWorld(channel, connectors[channel]);
  const answers = (await answersTo(world)).flatMap((text) => {
    try {
      return [structured.parse(JSON.parse(text))];
    } catch {
      // A file, or a notice.
      return [];
    }
  });
  const idle = world.drifts.filter(
    (one) => !answers.some((each) => applyPatch(structuredClone(each), one.patch) > 0),
  );
  expect(idle.map(({ about }) => about)).toEqual([]);
});
