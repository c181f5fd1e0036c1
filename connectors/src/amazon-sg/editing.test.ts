import { message } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import { listingRemoval, pricing } from './editing.ts';
import { bodyOf, failure, now, sellerWith, tote } from './recorded-seller.fixture.ts';
import type { Answer } from './recorded-seller.fixture.ts';
import { settlesWithin } from './submissions.ts';

const listing = { itemId: 'TOTE-RED', variantId: 'TOTE-RED', stockRef: { productType: 'HANDBAG' } };
const asked = { listing, price: 4250, currency: 'SGD' };
const item = { itemId: 'TOTE-RED', variants: [listing] };
const answered = (status: string, issues: readonly unknown[] = []): Answer => ({
  body: { sku: 'TOTE-RED', status, submissionId: 'f1dc', issues },
});
const reference = { submissionId: 'f1dc', acceptedAt: now.toISOString() };
const tooLow = {
  code: '18155',
  message: 'The price is below the minimum.',
  severity: 'ERROR',
  categories: [],
};
const showing = (amount: string): Answer => ({
  body: {
    ...tote,
    offers: tote.offers.map((offer) => ({ ...offer, price: { currencyCode: 'SGD', amount } })),
  },
});

describe('setting a price (amazon-sg.md 3.2)', () => {
  it('merges the price for everybody into the offer', async () => {
    const { access, requests } = sellerWith({ patchListingsItem: answered('ACCEPTED') });
    expect(await pricing.setPrice.perform(access, asked)).toMatchObject({ outcome: 'pending', reference });
    expect(bodyOf(requests[0])).toEqual({
      productType: 'HANDBAG',
      patches: [
        {
          op: 'merge',
          path: '/attributes/purchasable_offer',
          value: [
            {
              marketplace_id: 'A19VAU5U5O7RUS',
              currency: 'SGD',
              audience: 'ALL',
              our_price: [{ schedule: [{ value_with_tax: 42.5 }] }],
            },
          ],
        },
      ],
    });
  });

  it('is refused in Amazon’s words', async () => {
    const { access } = sellerWith({ patchListingsItem: answered('INVALID', [tooLow]) });
    expect(await pricing.setPrice.perform(access, asked)).toMatchObject({
      outcome: 'rejected',
      code: '18155',
      reason: message('refusals.price', {
        channel: 'Amazon SG',
        reason: 'The price is below the minimum.',
      }),
    });
    const silent = sellerWith({ patchListingsItem: answered('INVALID') });
    expect(await pricing.setPrice.perform(silent.access, asked)).toMatchObject({ outcome: 'rejected' });
  });

  it('is done when the listing shows it, and may come until it has settled', async () => {
    const shown = sellerWith({ getListingsItem: showing('42.50') });
    expect(await pricing.setPrice.check(shown.access, asked, null)).toEqual({ effect: 'done' });
    const { access, pass } = sellerWith({ getListingsItem: showing('39.90') });
    expect(await pricing.setPrice.check(access, asked, reference)).toMatchObject({ effect: 'not_yet_known' });
    expect(await pricing.setPrice.check(access, asked, null)).toEqual({ effect: 'not_done' });
    pass(settlesWithin + 1);
    expect(await pricing.setPrice.check(access, asked, reference)).toEqual({ effect: 'not_done' });
  });

  it('of a SKU that is gone is refused', async () => {
    const { access } = sellerWith({ getListingsItem: { status: 404, body: failure('NotFound') } });
    expect(await pricing.setPrice.check(access, asked, reference)).toMatchObject({ effect: 'refused' });
  });
});

describe('removing a listing (amazon-sg.md 3.2)', () => {
  it('deletes the SKU, and waits until it is gone', async () => {
    const { access, requests } = sellerWith({
      deleteListingsItem: answered('ACCEPTED'),
      getListingsItem: (_request, count) =>
        count === 0 ? { body: tote } : { status: 404, body: failure('NotFound') },
    });
    expect(await listingRemoval.remove.perform(access, item)).toMatchObject({
      outcome: 'pending',
      reference,
    });
    expect(requests[0]).toMatchObject({ method: 'DELETE' });
    expect(requests[0]?.url).toContain('/items/A1EXAMPLE/TOTE-RED?marketplaceIds=A19VAU5U5O7RUS');
    expect(await listingRemoval.remove.check(access, item, reference)).toMatchObject({
      effect: 'not_yet_known',
    });
    expect(await listingRemoval.remove.check(access, item, reference)).toEqual({ effect: 'done' });
  });

  it('of what is gone already is done', async () => {
    const { access } = sellerWith({ deleteListingsItem: { status: 404, body: failure('NotFound') } });
    expect(await listingRemoval.remove.perform(access, item)).toEqual({ outcome: 'done' });
  });

  it('whose outcome is not documented is not known', async () => {
    const { access } = sellerWith({ deleteListingsItem: answered('QUEUED') });
    await expect(listingRemoval.remove.perform(access, item)).rejects.toMatchObject({
      fault: { kind: 'unexpected' },
    });
  });
});
