import { readFileSync } from 'node:fs';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSandbox } from './sandbox.ts';
import { AmazonClient } from './testing/amazon-sg-client.ts';
import { LazadaClient } from './testing/lazada-client.ts';
import { Qoo10Client } from './testing/qoo10-client.ts';
import { ShopeeClient } from './testing/shopee-client.ts';
import { ShopifyClient } from './testing/shopify-client.ts';
import { TiktokClient } from './testing/tiktok-client.ts';
import { TokopediaClient } from './testing/tokopedia-client.ts';

/** Makes a call with a valid token and returns the vendor's code for unknown calls. */
type Ask = (method: string, path: string) => Promise<unknown>;

interface Subject {
  /** Heading of its section in docs/channels.md. */
  readonly heading: string;
  readonly unknown: unknown;
  /** A call that is simulated: it is not answered so. */
  readonly known: string;
  begin(): Promise<Ask>;
}

const sandbox = createSandbox({ seed: 3, content: 'none' });
beforeAll(async () => {
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => sandbox.close());

function open(channel: ChannelKind) {
  const { shop } = sandbox.control.addShop({ channel, name: 'Kopi Corner' });
  const app = sandbox.control.apps()[channel];
  if (app === undefined) throw new Error(`${channel} is not simulated.`);
  const { api = '', auth = '' } = app.hosts;
  return { shop, app, api, auth, consent: sandbox.control.grant(channel, shop) };
}

const amazonErrors = z.object({ errors: z.array(z.object({ code: z.string() })) });
/** Fields are asked for in a document. */
const shopifyDocuments: Readonly<Record<string, string>> = {
  'product.images': '{ products(first: 1) { nodes { images(first: 1) { nodes { url } } } } }',
  'order.metafields': '{ orders(first: 1) { nodes { metafields(first: 1) { nodes { value } } } } }',
  tagsAdd: 'mutation { tagsAdd(id: "gid://shopify/Order/1", tags: ["a"]) { userErrors { field message } } }',
  'shop.name': '{ shop { name } }',
};

const subjects: Readonly<Record<ChannelKind, Subject>> = {
  lazada: {
    heading: 'Lazada',
    unknown: 'InvalidApiPath',
    known: 'GET /seller/get',
    async begin() {
      const { app, api, auth, consent } = open('lazada');
      const client = new LazadaClient({ hosts: { api, auth }, id: app.id, secret: app.secret });
      await client.authorise(consent['code'] ?? '');
      return async (method, path) =>
        (method === 'GET' ? await client.get(path) : await client.post(path, {})).code;
    },
  },
  shopee: {
    heading: 'Shopee',
    unknown: [404, 'error_param'],
    known: 'GET /shop/get_shop_info',
    async begin() {
      const { shop, app, api, consent } = open('shopee');
      const client = new ShopeeClient({ base: api, partnerId: app.id, partnerKey: app.secret });
      await client.authorise(consent['code'] ?? '', shop);
      return async (method, path) => {
        const { status, error } = method === 'GET' ? await client.get(path) : await client.post(path, {});
        return [status, error];
      };
    },
  },
  shopify: {
    heading: 'Shopify',
    unknown: true,
    known: 'shop.name',
    async begin() {
      const { shop, app, consent } = open('shopify');
      const client = new ShopifyClient(app.address, `${shop}.myshopify.com`, app);
      await client.authorise(consent['code'] ?? '');
      return async (field) => {
        const { data, errors } = await client.graphql(shopifyDocuments[field] ?? '');
        const name = field.split('.').at(-1) ?? '';
        return data === undefined && (errors ?? []).some(({ message }) => message.includes(name));
      };
    },
  },
  tiktok: {
    heading: 'TikTok Shop',
    unknown: [404, 36009009],
    known: 'GET /seller/202309/shops',
    async begin() {
      const { app, consent } = open('tiktok');
      const client = new TiktokClient(app, fetch, () => sandbox.clock.seconds());
      await client.authorise(consent['code'] ?? '');
      return async (method, path) => {
        const { status, code } = await client.call(method, path, {
          query: { shop_cipher: client.cipher ?? '' },
        });
        // The path is that of another call.
        return status === 405 && code === 36009010 ? [404, 36009009] : [status, code];
      };
    },
  },
  tokopedia: {
    heading: 'Tokopedia',
    unknown: 404,
    known: 'GET /v1/shop/fs/{fs_id}/shop-info',
    async begin() {
      const { app, api, auth } = open('tokopedia');
      const fsId = app.extra['fs_id'] ?? '';
      const client = new TokopediaClient({ id: app.id, secret: app.secret, fsId, hosts: { api, auth } });
      await client.authorise();
      return async (method, path) =>
        (method === 'GET' ? await client.get(path) : await client.post(path, {})).status;
    },
  },
  qoo10: {
    heading: 'Qoo10',
    unknown: -90001,
    known: 'CommonInfoLookup.SearchBrand',
    async begin() {
      const { api, consent } = open('qoo10');
      const { key = '', user_id = '', password = '' } = consent;
      const client = new Qoo10Client(api);
      await client.authorise({ key, user_id, password });
      return async (name) => (await client.call(name)).ErrorCode;
    },
  },
  'amazon-sg': {
    heading: 'Amazon SG',
    unknown: [403, 'Unauthorized'],
    known: 'GET /reports/2021-06-30/reports/{reportId}',
    async begin() {
      const { app, consent } = open('amazon-sg');
      const client = new AmazonClient(app, fetch);
      await client.authorise(consent['spapi_oauth_code'] ?? '');
      return async (method, path) => {
        const { status, body } = await client.call(method, path);
        return [status, amazonErrors.parse(body).errors[0]?.code];
      };
    },
  },
};

/** Makes a call written as `GET /orders/{id}` or as a name; values in braces become numbers. */
function made(ask: Ask, call: string): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ');
  return ask(method, path.replace('{fs_id}', '{fs}').replaceAll(/\{(?!fs\})\w+\}/g, '57646'));
}

const [, written = ''] = readFileSync(new URL('../../docs/channels.md', import.meta.url), 'utf8').split(
  '\n## Not simulated\n',
);

/** The calls that docs/channels.md lists under a heading: those that begin a line of the list. */
function listedCalls(heading: string): string[] {
  const section = written.split('\n### ').find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => [...(line.split(': ')[0] ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, call = '']) => call);
}

describe.each(channelKinds)('%s answers as it answers an unknown call', (channel) => {
  const subject = subjects[channel];
  const { heading, unknown, known } = subject;
  let ask: Ask;
  beforeAll(async () => {
    ask = await subject.begin();
  });

  const calls = listedCalls(heading);
  test('of which docs/channels.md lists some', () => {
    expect(calls).not.toEqual([]);
  });

  test.each(calls)('%s', async (call) => {
    expect(await made(ask, call)).toEqual(unknown);
  });

  test(`not ${known}`, async () => {
    expect(await made(ask, known)).not.toEqual(unknown);
  });
});
