import { message } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import type { StockLine } from '../kit/connector.ts';
import { bodyOf, failure, itemNamed, now, sellerWith } from './recorded-seller.fixture.ts';
import type { Answer } from './recorded-seller.fixture.ts';
import { stock } from './stock.ts';

const line = (sku: string, quantity: number): StockLine => ({
  itemId: sku,
  variantId: sku,
  stockRef: { productType: 'HANDBAG' },
  quantity,
  compareFrom: null,
  attemptKey: sku,
  sentAt: now,
});
const accepted: Answer = {
  body: { sku: 'TOTE-RED', status: 'ACCEPTED', submissionId: 'f1dc', issues: [] },
};
const push = async (patchListingsItem: Answer, lines = [line('TOTE-RED', 7)]) => {
  const { access, requests } = sellerWith({ patchListingsItem });
  return { results: await stock.push(access, lines), requests };
};

describe('setting quantities (amazon-sg.md 3.2)', () => {
  it('merges the quantity of the seller’s own stock into the listing', async () => {
    const { results, requests } = await push(accepted);
    expect(results).toEqual([{ outcome: 'ok' }]);
    expect(requests[0]).toMatchObject({
      method: 'PATCH',
      url: 'https://api.test/listings/2021-08-01/items/A1EXAMPLE/TOTE-RED?marketplaceIds=A19VAU5U5O7RUS&issueLocale=en_SG',
    });
    expect(bodyOf(requests[0])).toEqual({
      productType: 'HANDBAG',
      patches: [
        {
          op: 'merge',
          path: '/attributes/fulfillment_availability',
          value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 7 }],
        },
      ],
    });
  });

  it('encodes the SKU, and takes PRODUCT where the product type is not known', async () => {
    const { requests } = await push(accepted, [{ ...line('A/B ä', 0), stockRef: {} }]);
    expect(requests[0]?.url).toContain('/A1EXAMPLE/A%2FB%20%C3%A4?');
    expect(bodyOf(requests[0])).toMatchObject({ productType: 'PRODUCT' });
  });

  it.each([
    ['unknown', 'an error that names no attribute', { severity: 'ERROR', attributeNames: [] }],
    [
      'unknown',
      'an error of the quantity',
      { severity: 'ERROR', attributeNames: ['fulfillment_availability'] },
    ],
    ['ok', 'an error of another attribute', { severity: 'ERROR', attributeNames: ['size'] }],
    ['ok', 'a warning', { severity: 'WARNING', attributeNames: [] }],
  ])('is %s where ACCEPTED comes with %s', async (outcome, _, about) => {
    const issue = { code: '4000001', message: 'An internal error.', ...about };
    const { results } = await push({
      body: { sku: 'TOTE-RED', status: 'ACCEPTED', submissionId: 'f1dc', issues: [issue] },
    });
    expect(results).toMatchObject([{ outcome }]);
  });

  it('is refused with Amazon’s words though the answer is 200', async () => {
    const issue = {
      code: '90000900',
      message: 'The quantity is invalid.',
      severity: 'ERROR',
      categories: [],
    };
    const hint = { code: '1', message: 'A hint.', severity: 'WARNING', categories: [] };
    const body = { sku: 'TOTE-RED', status: 'INVALID', submissionId: 'a1', issues: [hint, issue] };
    const { results } = await push({ body });
    expect(results).toEqual([
      {
        outcome: 'rejected',
        code: '90000900',
        reason: message('refusals.quantity', {
          channel: 'Amazon SG',
          reason: 'The quantity is invalid.',
        }),
        mayPass: true,
      },
    ]);
  });

  it('of a SKU that is gone is refused with what to do', async () => {
    const { results } = await push({ status: 404, body: failure('NotFound') });
    const reason = { code: 'refusals.sku_gone' };
    expect(results).toMatchObject([{ outcome: 'rejected', code: 'NotFound', reason }]);
  });

  it('never touches what Amazon keeps in its warehouse', async () => {
    const stockRef = { productType: 'HANDBAG', keptBy: 'amazon' };
    const { results, requests } = await push(accepted, [{ ...line('TOTE-FBA', 7), stockRef }]);
    expect(results).toMatchObject([{ outcome: 'rejected', code: 'fulfilled_by_amazon' }]);
    expect(requests).toEqual([]);
  });

  it('says of each line what became of it', async () => {
    const skus = ['A', 'B', 'C', 'D', 'E'];
    const { access } = sellerWith({
      patchListingsItem: (request) => {
        if (request.url.includes('/B?')) return { status: 429, body: failure('QuotaExceeded') };
        if (request.url.includes('/C?')) return { status: 500, body: failure('InternalFailure') };
        if (request.url.includes('/D?')) return { body: '{"sku":"D","stat' };
        return accepted;
      },
    });
    const results = await stock.push(
      access,
      skus.map((sku) => line(sku, 1)),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['ok', 'retry', 'unknown', 'unknown', 'ok']);
  });

  it('whose first call fails was not begun: the fault is the caller’s', async () => {
    const details = 'The access token you provided has expired.';
    const expired = { status: 403, body: failure('Unauthorized', 'Access denied.', details) };
    const lines = [line('A', 1), line('B', 1)];
    const { access, requests } = sellerWith({ patchListingsItem: expired });
    await expect(stock.push(access, lines)).rejects.toMatchObject({ fault: { kind: 'unauthorised' } });
    expect(requests).toHaveLength(1);
  });

  it('with an outcome that is not documented is not known', async () => {
    const body = { sku: 'TOTE-RED', status: 'QUEUED', submissionId: 'a1', issues: [] };
    await expect(push({ body })).rejects.toMatchObject({ fault: { kind: 'unexpected' } });
  });
});

describe('reading quantities (amazon-sg.md 3.1)', () => {
  it('asks for twenty SKUs at a time, and for one with a comma alone', async () => {
    const skus = [...Array.from({ length: 25 }, (_, index) => `S-${String(index)}`), 'A,B', 'FBA'];
    const { access, requests } = sellerWith({
      searchListingsItems: (request) => {
        const asked = (new URL(request.url).searchParams.get('identifiers') ?? '').split(',');
        const items = asked.map((sku) =>
          sku === 'FBA'
            ? { sku, fulfillmentAvailability: [{ fulfillmentChannelCode: 'AMAZON_FE' }] }
            : itemNamed(sku, 4),
        );
        return { body: { numberOfResults: items.length, items } };
      },
      getListingsItem: { body: itemNamed('A,B', 9) },
    });
    const read = await stock.read(
      access,
      skus.map((sku) => line(sku, 0)),
    );
    expect(read.readings).toHaveLength(26);
    expect(read.readings.find(({ variantId }) => variantId === 'A,B')).toMatchObject({
      measure: 9,
      reserved: 0,
    });
    expect(read.keptByMarketplace.map(({ variantId }) => variantId)).toEqual(['FBA']);
    expect(requests.map(({ group }) => group).sort()).toEqual([
      'getListingsItem',
      'searchListingsItems',
      'searchListingsItems',
    ]);
    expect(requests[0]?.url).toContain(
      'identifiersType=SKU&includedData=fulfillmentAvailability&pageSize=20',
    );
  });
});
