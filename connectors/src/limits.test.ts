import { channelKinds } from '@evenstock/contract/channels/channels';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { describe, expect, it } from 'vitest';
import { accessTo, recordedHttp } from './kit/recorded-http.fixture.ts';
import type { Recorded } from './kit/recorded-http.fixture.ts';
import { saysTooOften } from './kit/rejections.ts';
import { refusing } from './refusing.fixture.ts';
import { connectors } from './registry.ts';

const now = new Date('2026-11-20T04:00:00Z');
const app = {
  id: '2000001',
  secret: 's',
  hosts: { api: 'https://api.test', auth: 'https://auth.test', shop: 'https://{shop}.test' },
  extra: { fs_id: '13004' },
};

const ordersWhere = (channel: ChannelKind, answer: Recorded) =>
  connectors[channel].orders.page(
    accessTo(
      app,
      recordedHttp(now, () => answer),
      {
        shopId: '1234567',
        refreshToken: 'r',
        extra: { country: 'sg', region: 'SG', cipher: 'c', key: 'k', location: 'gid://shopify/Location/1' },
      },
    ),
    null,
    { from: new Date('2026-11-19T04:00:00Z'), to: now },
  );
const waits = { fault: { kind: 'throttled' } };

describe.each(channelKinds)('a call beyond the limit of %s', (channel) => {
  it('waits where the status is 429, whatever the code in its body', async () => {
    const body = refusing[channel]('No.');
    await expect(ordersWhere(channel, { status: 429, body })).rejects.toMatchObject(waits);
    await expect(ordersWhere(channel, { status: 429, body: '<html>Slow down</html>' })).rejects.toMatchObject(
      waits,
    );
  });

  it.each([
    'Too many requests',
    'number of requests from merchants over limit',
    'QPS limit of the app reached',
  ])('waits where its words name a limit: %s', async (said) => {
    const status = channel === 'tokopedia' || channel === 'amazon-sg' ? 400 : 200;
    await expect(ordersWhere(channel, { status, body: refusing[channel](said) })).rejects.toMatchObject(
      waits,
    );
  });
});

it.each([
  ['12052109', 'Failed.'],
  ['36009002', ''],
])('the code %s of TikTok is a limit, whatever its words (tiktok.md 2)', async (code, words) => {
  const body = { code: Number(code), message: words, request_id: 'r', data: null };
  await expect(ordersWhere('tiktok', { body })).rejects.toMatchObject(waits);
});

it.each([
  'Quantity exceeds the limit of this item',
  'The maximum of 50 SKUs was exceeded',
  'You have reached the limit of boosted items',
  'The request was refused',
])('a limit of what is asked for is none of calls: %s', (said) => {
  expect(saysTooOften(said)).toBe(false);
});
