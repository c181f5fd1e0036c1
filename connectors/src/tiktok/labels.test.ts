import { fromChannel } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../kit/recorded-http.fixture.ts';
import { labels } from './labels.ts';
import { order, unit } from './order.fixture.ts';
import { recordedShop } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const ref = { number: order.id, channelId: order.id, lines: [] };
const sent = { ...unit, display_status: 'AWAITING_COLLECTION', package_status: 'PROCESSING' };
const shipped = { ...order, status: 'AWAITING_COLLECTION', line_items: [sent] };
const document: Answer = { data: { doc_url: 'https://docs.test/1.pdf', tracking_number: 'AB1' } };

async function print(found: readonly unknown[], answer: Answer = document) {
  const shop = recordedShop({
    'GET /order/202507/orders': { data: { orders: found } },
    'GET /shipping_documents': answer,
  });
  return { results: await labels.print(shop.access, [ref]), requests: shop.http.requests };
}

describe('TikTok’s labels (tiktok.md 5)', () => {
  it('are PDFs at an address', async () => {
    const { results, requests } = await print([shipped]);
    expect(results).toEqual([{ outcome: 'ready', label: { url: 'https://docs.test/1.pdf' } }]);
    const [, asked] = requests;
    expect(asked === undefined ? null : queryOf(asked, 'document_type')).toBe('SHIPPING_LABEL');
  });

  it('are ZPL where that is asked for', async () => {
    const shop = recordedShop({
      'GET /order/202507/orders': { data: { orders: [shipped] } },
      'GET /shipping_documents': document,
    });
    const formats = async (form?: 'page' | 'printer') => {
      await labels.print(shop.access, [ref], form);
      const asked = shop.http.requests.at(-1);
      return asked === undefined ? null : queryOf(asked, 'document_format');
    };
    expect([await formats(), await formats('page'), await formats('printer')]).toEqual(['PDF', 'PDF', 'ZPL']);
  });

  it('are asked for again while they have no address yet, or when there were too many calls', async () => {
    const { results } = await print([shipped], { data: { doc_url: '' } });
    expect(results).toMatchObject([{ outcome: 'retry' }]);
    const busy = await print([shipped], { code: 36009002, message: 'Too many requests' });
    expect(busy.results).toMatchObject([{ outcome: 'retry', because: {} }]);
  });

  it.each([
    [[order], 'not_shipped'],
    [[{ ...shipped, shipping_type: 'SELLER' }], 'own_carrier'],
    [[{ ...shipped, status: 'CANCELLED' }], 'order_cancelled'],
    [[{ ...shipped, line_items: [sent, { ...sent, id: '8', package_id: '99' }] }], 'several_packages'],
    [[], 'order_not_found'],
  ])('are not there for %#', async (found, code) => {
    expect((await print(found)).results).toMatchObject([{ outcome: 'rejected', code }]);
  });

  it('come for the other orders when one cannot be read', async () => {
    const first = '576461413038785752';
    const second = '576461413038785753';
    const shop = recordedShop({
      'GET /order/202507/orders': (request) => ({
        data: {
          orders: [queryOf(request, 'ids') === first ? shipped : { ...shipped, id: second, payment: 5 }],
        },
      }),
      'GET /shipping_documents': document,
    });
    const refs = [second, first].map((id) => ({ number: id, channelId: id, lines: [] }));
    const outcomes = (await labels.print(shop.access, refs)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['rejected', 'ready']);
  });

  it('that TikTok refuses say why', async () => {
    const { results } = await print([shipped], { code: 21042011, message: 'Not available in this region' });
    expect(results).toMatchObject([
      { outcome: 'rejected', reason: fromChannel('TikTok: Not available in this region') },
    ]);
  });
});
