import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../kit/recorded-http.fixture.ts';
import type { ChannelRequest } from '../kit/http.ts';
import { itemStatuses, statusOf } from './listing-statuses.ts';
import { listings } from './listings.ts';
import { bodyOf, failure, itemNamed, now, seller, sellerWith, tote } from './recorded-seller.fixture.ts';
import type { Answers } from './recorded-seller.fixture.ts';

const storage = 'https://tortuga-prod-fe.s3-us-west-2.amazonaws.com/report?X-Amz-Signature=1';

/** The header line of the report, as documented (amazon-sg.md 3.1). */
const header =
  'item-name\titem-description\tlisting-id\tseller-sku\tprice\tquantity\topen-date\timage-url\titem-is-marketplace\tproduct-id-type\tzshop-shipping-fee\titem-note\titem-condition\tzshop-category1\tzshop-browse-path\tzshop-storefront-feature\tasin1\tasin2\tasin3\twill-ship-internationally\texpedited-shipping\tzshop-boldface\tproduct-id\tbid-for-featured-placement\tadd-delete\tpending-quantity\tfulfillment-channel\tmerchant-shipping-group\tstatus';
const places = header.split('\t');
const line = (sku: string) =>
  places.map((name) => (name === 'seller-sku' ? sku : name === 'quantity' ? '999' : '')).join('\t');
const report = (skus: readonly string[]) => gzipSync([header, ...skus.map(line), ''].join('\r\n'));

const looked = (processingStatus: string, reportDocumentId?: string) => ({
  body: {
    reportId: '50001',
    reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA',
    createdTime: '2026-11-20T03:59:00Z',
    processingStatus,
    reportDocumentId,
  },
});

const askedSkus = (request: ChannelRequest) => (queryOf(request, 'identifiers') ?? '').split(',');
const found = (request: ChannelRequest) => {
  const items = askedSkus(request).map((sku) => itemNamed(sku, 5));
  return { body: { numberOfResults: items.length, items } };
};

const shopOf = (skus: readonly string[], others: Answers = {}) =>
  sellerWith({
    createReport: { status: 202, body: { reportId: '50001' } },
    getReport: looked('DONE', 'd-1'),
    getReportDocument: {
      body: { reportDocumentId: 'd-1', url: storage, compressionAlgorithm: 'GZIP' },
    },
    documents: { body: report(skus) },
    searchListingsItems: found,
    getListingsItem: (request) => {
      const sku = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
      return sku.startsWith('GONE')
        ? { status: 404, body: failure('NotFound') }
        : { body: itemNamed(sku, 7) };
    },
    ...others,
  });

describe('all listings of a seller (amazon-sg.md 3.1, 3.5)', () => {
  it('are asked for as a report, and waited for', async () => {
    const { access, requests } = shopOf([], {
      getReport: (_request, count) => (count === 0 ? looked('IN_QUEUE') : looked('IN_PROGRESS')),
    });
    const first = await listings.page(access, null, null);
    expect(bodyOf(requests[0])).toEqual({
      reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA',
      marketplaceIds: ['A19VAU5U5O7RUS'],
    });
    expect(first).toMatchObject({ listings: [], next: { report: '50001', place: 0 } });
    expect(first.waitSeconds).toBeGreaterThan(0);
    for (const _status of ['IN_QUEUE', 'IN_PROGRESS']) {
      const waiting = await listings.page(access, first.next, null);
      expect(waiting).toMatchObject({ listings: [], next: first.next });
      expect(waiting.waitSeconds).toBeGreaterThan(0);
    }
    expect(requests.map(({ group }) => group)).toEqual(['createReport', 'getReport', 'getReport']);
  });

  it('show what each of them shows now, not what the report remembers', async () => {
    const { access, requests } = shopOf(['TOTE-RED', 'A, B', 'GONE-1', 'TOTE-RED']);
    const page = await listings.page(access, { report: '50001', place: 0 }, null);
    expect(page.listings.map(({ itemId, variants }) => [itemId, variants[0]?.measure])).toEqual([
      ['TOTE-RED', 5],
      ['GONE-1', 5],
      ['A, B', 7],
    ]);
    expect(page).toMatchObject({ next: null, waitSeconds: 0, total: 3, interval: { began: now } });
    expect(askedSkus(requests[3] ?? { method: 'GET', url: '', group: '' })).toEqual(['TOTE-RED', 'GONE-1']);
  });

  it('come in pages that continue after a restart', async () => {
    const skus = Array.from({ length: 1201 }, (_, index) => `SKU-${String(index)}`);
    const { access, requests } = shopOf(skus);
    const read: string[] = [];
    let cursor = (await listings.page(access, null, null)).next;
    const places: unknown[] = [];
    while (cursor !== null) {
      places.push(cursor['place']);
      const page = await listings.page(access, cursor, null);
      read.push(...page.listings.map(({ itemId }) => itemId));
      cursor = page.next;
    }
    expect(places).toEqual([0, 500, 1000]);
    expect(new Set(read)).toEqual(new Set(skus));
    expect(read).toHaveLength(skus.length);
    const searches = requests.filter(({ group }) => group === 'searchListingsItems');
    expect(searches.every((request) => askedSkus(request).length <= 20)).toBe(true);
    expect(requests.filter(({ group }) => group === 'createReport')).toHaveLength(1);
  });

  it('come in smaller pages where many have to be asked for one by one', async () => {
    const skus = Array.from({ length: 300 }, (_, index) => `GONE-${String(index)}`);
    const nothing = { body: { numberOfResults: 0, items: [] } };
    const { access } = shopOf(skus, { searchListingsItems: nothing });
    const page = await listings.page(access, { report: '50001', place: 0 }, null);
    expect(page).toMatchObject({ listings: [], next: { report: '50001', place: 100 }, total: 300 });
  });

  it('leave out what was deleted since the report was made', async () => {
    const { access } = shopOf(['TOTE-RED', 'GONE-1'], {
      searchListingsItems: { body: { numberOfResults: 1, items: [tote] } },
    });
    const page = await listings.page(access, { report: '50001', place: 0 }, null);
    expect(page.listings.map(({ itemId }) => itemId)).toEqual(['TOTE-RED']);
  });

  it.each([
    ['is called off', looked('CANCELLED')],
    ['comes empty', looked('DONE', 'd-1')],
  ])('are none where the report %s in a shop that has none, and only there', async (_how, getReport) => {
    const none = { body: { numberOfResults: 0, items: [] } };
    const empty = shopOf([], { getReport, searchListingsItems: none });
    const page = await listings.page(empty.access, { report: '50001', place: 0 }, null);
    expect(page).toMatchObject({ listings: [], next: null, waitSeconds: 0 });
    const some = { body: { numberOfResults: 3, items: [tote] } };
    const full = shopOf([], { getReport, searchListingsItems: some });
    await expect(listings.page(full.access, { report: '50001', place: 0 }, null)).rejects.toMatchObject({
      fault: { kind: 'unavailable' },
    });
  });

  it('are asked for anew after a report that failed', async () => {
    const { access } = shopOf([], { getReport: looked('FATAL') });
    await expect(listings.page(access, { report: '50001', place: 0 }, null)).rejects.toMatchObject({
      fault: { kind: 'rejected', code: 'report_failed' },
    });
  });
});

describe('changed listings (amazon-sg.md 3.1)', () => {
  const since = new Date('2026-11-20T00:00:00Z');
  const at = (sku: string, lastUpdatedDate: string) => ({
    ...tote,
    sku,
    summaries: tote.summaries.map((summary) => ({ ...summary, lastUpdatedDate })),
  });

  it('are searched for, the oldest change first, page by page', async () => {
    const { access, requests } = seller((_request, count) => ({
      body: {
        numberOfResults: 2,
        pagination: count === 0 ? { nextToken: 'T1' } : {},
        items: [at(`S-${String(count)}`, '2026-11-20T01:00:00Z')],
      },
    }));
    const first = await listings.page(access, null, since);
    expect(first).toMatchObject({ total: 2, listings: [{ itemId: 'S-0' }] });
    const second = await listings.page(access, first.next, since);
    expect(second).toMatchObject({ next: null, listings: [{ itemId: 'S-1' }] });
    const [one, two] = requests.map(({ url }) => new URL(url).searchParams);
    expect(one?.get('lastUpdatedAfter')).toBe('2026-11-20T00:00:00.000Z');
    expect([one?.get('sortBy'), one?.get('sortOrder')]).toEqual(['lastUpdatedDate', 'ASC']);
    expect(two?.get('pageToken')).toBe('T1');
    expect(two?.get('lastUpdatedAfter')).toBe(one?.get('lastUpdatedAfter'));
  });

  it('beyond a thousand are searched for from the last one on', async () => {
    const { access, requests } = seller((_request, count) => ({
      body: {
        numberOfResults: 2500,
        items: [at('S-999', '2026-11-20T02:00:00Z')],
        ...(count === 1 ? { pagination: { nextToken: 'T1' } } : {}),
      },
    }));
    const end = { after: since.toISOString(), token: 'T49', seen: 999 };
    const { next } = await listings.page(access, end, since);
    expect(next).toEqual({ after: '2026-11-20T02:00:00.000Z', token: null, seen: 0 });
    await listings.page(access, next, since);
    expect(new URL(requests[1]?.url ?? '').searchParams.has('pageToken')).toBe(false);
    await expect(
      listings.page(access, { after: '2026-11-20T02:00:00.000Z', token: 'T', seen: 999 }, since),
    ).rejects.toMatchObject({ fault: { kind: 'unexpected' } });
  });

  it('are not at their end where more were counted than came, and no next page is named', async () => {
    const { access } = seller(() => ({ body: { numberOfResults: 120, items: [tote] } }));
    await expect(listings.page(access, null, since)).rejects.toMatchObject({ fault: { kind: 'unexpected' } });
  });

  it('whose page repeats itself are not followed', async () => {
    const { access } = seller(() => ({
      body: { numberOfResults: 50, pagination: { nextToken: 'T1' }, items: [tote] },
    }));
    const { next } = await listings.page(access, null, since);
    await expect(listings.page(access, next, since)).rejects.toMatchObject({ fault: { kind: 'unexpected' } });
  });
});

const one = async (record: unknown) => {
  const { access } = sellerWith({ searchListingsItems: { body: { numberOfResults: 1, items: [record] } } });
  return listings.read(access, ['TOTE-RED']);
};

describe('a listing (amazon-sg.md 3.1)', () => {
  it('is one SKU with its price, quantity, picture and status', async () => {
    const { listings: read, missing } = await one(tote);
    expect(missing).toEqual([]);
    expect(read).toEqual([
      {
        itemId: 'TOTE-RED',
        name: 'Batik Tote',
        sku: 'TOTE-RED',
        imageUrl: 'https://img.example/1.jpg',
        editUrl: null,
        rawStatus: 'BUYABLE',
        status: 'normal',
        isBundle: false,
        updatedAt: new Date('2026-11-20T01:00:00Z'),
        variants: [
          {
            itemId: 'TOTE-RED',
            variantId: 'TOTE-RED',
            stockRef: { productType: 'HANDBAG' },
            sku: 'TOTE-RED',
            name: '',
            imageUrl: 'https://img.example/1.jpg',
            price: 3990,
            currency: 'SGD',
            specialPrice: null,
            rawStatus: 'BUYABLE',
            status: 'normal',
            measure: 12,
            reserved: 0,
            keptBy: 'seller',
            marketplaceSku: 'B0EXAMPLE1',
            barcodes: null,
            maximum: null,
          },
        ],
      },
    ]);
  });

  it('whose stock Amazon keeps is not counted', async () => {
    const stored = [{ fulfillmentChannelCode: 'AMAZON_FE', quantity: 8 }];
    const { listings: read } = await one({ ...tote, fulfillmentAvailability: stored });
    expect(read[0]?.variants[0]).toMatchObject({ measure: null, stockRef: { keptBy: 'amazon' } });
  });

  it('whose network is not documented is counted by nobody, and never written', async () => {
    const elsewhere = [{ fulfillmentChannelCode: 'PARTNER_SG', quantity: 8 }];
    const { listings: read } = await one({ ...tote, fulfillmentAvailability: elsewhere });
    expect(read[0]?.variants[0]).toMatchObject({
      measure: null,
      keptBy: null,
      stockRef: { keptBy: 'amazon' },
    });
  });

  it('has the price for everybody, of this marketplace', async () => {
    const [offer] = tote.offers;
    const business = { ...offer, offerType: 'B2B', price: { currencyCode: 'SGD', amount: '35.00' } };
    const elsewhere = {
      ...offer,
      marketplaceId: 'A39IBJ37TRP1C6',
      price: { currencyCode: 'AUD', amount: '50' },
    };
    const { listings: read } = await one({ ...tote, offers: [business, elsewhere, offer] });
    expect(read[0]?.variants[0]).toMatchObject({ price: 3990, currency: 'SGD' });
    const { listings: priceless } = await one({ ...tote, offers: [business] });
    expect(priceless[0]?.variants[0]).toMatchObject({ price: null, currency: null });
  });

  it('that only holds the variants of a family together is none', async () => {
    const family = { type: 'VARIATION', childSkus: ['TOTE-RED', 'TOTE-BLUE'] };
    const relationships = [{ marketplaceId: 'A19VAU5U5O7RUS', relationships: [family] }];
    expect((await one({ ...tote, relationships })).listings).toEqual([]);
    const child = [
      { marketplaceId: 'A19VAU5U5O7RUS', relationships: [{ type: 'VARIATION', parentSkus: ['T'] }] },
    ];
    expect((await one({ ...tote, relationships: child })).listings).toHaveLength(1);
  });

  it('that cannot be read is quarantined by its SKU, with why', async () => {
    const spoilt = {
      ...tote,
      fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 'many' }],
    };
    const { listings: read, unreadable, missing } = await one(spoilt);
    expect(read).toEqual([]);
    expect(missing).toEqual([]);
    expect(unreadable).toMatchObject([{ reference: 'TOTE-RED' }]);
    expect(unreadable[0]?.reason.values['field']).toContain('quantity');
  });

  it('is missing only when Amazon does not know its SKU', async () => {
    const { access, requests } = shopOf([], {
      searchListingsItems: { body: { numberOfResults: 0, items: [] } },
    });
    const { listings: read, missing } = await listings.read(access, ['KEPT/1', 'GONE-1']);
    expect(read.map(({ itemId }) => itemId)).toEqual(['KEPT/1']);
    expect(missing).toEqual(['GONE-1']);
    expect(requests.some(({ url }) => url.includes('/A1EXAMPLE/KEPT%2F1?'))).toBe(true);
  });

  it.each([
    [['BUYABLE', 'DISCOVERABLE'], 'normal', 'BUYABLE'],
    [['DISCOVERABLE'], 'normal', 'DISCOVERABLE'],
    [[], 'delisted', 'INACTIVE'],
    [null, 'delisted', 'INCOMPLETE'],
    [['HIDDEN'], 'unknown', 'HIDDEN'],
  ] as const)('with the statuses %j is %s', (statuses, status, rawStatus) => {
    expect(statusOf(statuses, [])).toEqual({ status, rawStatus });
  });

  it('that Amazon has taken down is rejected', () => {
    const issue = { code: '18155', message: 'm', severity: 'ERROR', attributeNames: [] };
    const enforced = [{ ...issue, enforcements: { actions: [{ action: 'LISTING_SUPPRESSED' }] } }];
    expect(statusOf([], enforced)).toEqual({ status: 'rejected', rawStatus: 'LISTING_SUPPRESSED' });
    expect(statusOf(['BUYABLE'], enforced).status).toBe('normal');
  });

  it('has every status word of the document', () => {
    expect(Object.keys(itemStatuses)).toEqual(['BUYABLE', 'DISCOVERABLE']);
  });
});
