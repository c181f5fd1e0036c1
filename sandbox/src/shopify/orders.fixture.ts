import { z } from 'zod';
import { ordersQuery } from './documents.fixture.ts';
import type { Harness } from './harness.fixture.ts';

/* The orders of a harness, as an app reads them. */

const page = z.object({
  orders: z.object({
    nodes: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        lineItems: z.object({ nodes: z.array(z.looseObject({ id: z.string() })) }),
        fulfillmentOrders: z.object({
          nodes: z.array(z.looseObject({ id: z.string(), status: z.string() })),
        }),
      }),
    ),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});

/** The first page of the orders that a search finds. */
export async function ordersOf(
  harness: Harness,
  q: string | null = null,
  first = 10,
  after: string | null = null,
) {
  return page.parse((await harness.client.graphql(ordersQuery(first), { q, after })).data).orders;
}

/** The order of that name. @throws Error where there is none */
export async function orderOf(harness: Harness, name: string) {
  const [found] = (await ordersOf(harness, `name:${name}`)).nodes;
  if (found === undefined) throw new Error(`No order ${name}.`);
  return found;
}
