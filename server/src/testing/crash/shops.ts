import { z } from 'zod';

/**
 * The marketplaces of drills and figures with real processes, in real time: each consents by redirect and announces its orders by
 * webhook. The simulation runs all channels.
 */
export const drilledChannels = ['shopee', 'lazada', 'shopify'] as const;
export type DrilledChannel = (typeof drilledChannels)[number];

const listing = z.object({ variant_id: z.string(), sku: z.string(), quantity: z.number() });
const order = z.object({
  number: z.string(),
  stage: z.string(),
  lines: z.array(z.object({ sku: z.string(), quantity: z.number(), cancelled: z.number() })),
});
export type ShopOrder = z.infer<typeof order>;

const appList = z.record(
  z.string(),
  z.object({
    app_id: z.string(),
    app_secret: z.string(),
    address: z.url(),
    hosts: z.record(z.string(), z.string()),
  }),
);

export type AppList = z.infer<typeof appList>;

/** The marketplaces' own truth, by the sandbox's control API. */
export interface Shops {
  apps(): Promise<AppList>;
  open(channel: DrilledChannel, name: string, skus: readonly string[], quantity: number): Promise<Shop>;
  tellNoticesTo(url: string): Promise<void>;
}

export interface Shop {
  readonly channel: DrilledChannel;
  readonly id: string;
  /** What the seller's consent would send back. */
  grant(state: string): Promise<Record<string, string>>;
  /** @returns the order's number, or null where the shop had not enough */
  buy(sku: string, quantity: number): Promise<string | null>;
  cancel(number: string): Promise<void>;
  listings(): Promise<z.infer<typeof listing>[]>;
  orders(): Promise<ShopOrder[]>;
}

export function shopsAt(port: number): Shops {
  async function call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ ok: boolean; value: unknown; text: string }> {
    const answer = await fetch(`http://127.0.0.1:${port}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    const value: unknown = text === '' ? null : JSON.parse(text);
    return { ok: answer.ok, value, text };
  }
  async function must(method: string, path: string, body?: unknown): Promise<unknown> {
    const { ok, value, text } = await call(method, path, body);
    if (!ok) throw new Error(`The sandbox refused ${method} ${path}: ${text}`);
    return value;
  }
  return {
    apps: async () => appList.parse(await must('GET', '/apps')),
    async open(channel, name, skus, quantity) {
      const { shop: id } = z
        .object({ shop: z.string() })
        .parse(await must('POST', '/shops', { channel, name }));
      for (const sku of skus)
        await must('POST', `/${channel}/${id}/listings`, { sku, name: `Item ${sku}`, quantity });
      const place = `/${channel}/${id}`;
      return {
        channel,
        id,
        grant: async (state) =>
          z.record(z.string(), z.string()).parse(await must('POST', `${place}/grant`, { state })),
        async buy(sku, count) {
          const { ok, value } = await call('POST', `${place}/orders`, { lines: [{ sku, quantity: count }] });
          return ok ? z.object({ number: z.string() }).parse(value).number : null;
        },
        async cancel(number) {
          // One that is too far to be cancelled stays as it is.
          await call('POST', `${place}/orders/${encodeURIComponent(number)}/cancel`, { by: 'buyer' });
        },
        listings: async () => z.array(listing).parse(await must('GET', `${place}/listings`)),
        orders: async () => z.array(order).parse(await must('GET', `${place}/orders?limit=100000`)),
      };
    },
    async tellNoticesTo(url) {
      for (const channel of drilledChannels) {
        await must('PUT', `/${channel}/webhook`, { url: `${url}/webhooks/${channel}` });
      }
    },
  };
}
