import { describe, expect, it } from 'vitest';
import { describeAccount } from './account.ts';
import { sellerWith } from './recorded-seller.fixture.ts';

const store = (id: string, isParticipating = true) => ({
  marketplace: { id, name: 'Amazon.sg', countryCode: 'SG', defaultCurrencyCode: 'SGD' },
  storeName: 'Lion City Lifestyle',
  participation: { isParticipating, hasSuspendedListings: false },
});
const describedAs = (...payload: readonly unknown[]) =>
  describeAccount(sellerWith({ getMarketplaceParticipations: { body: { payload } } }).access);

describe('a seller account (amazon-sg.md 8)', () => {
  it('is its store on Amazon.sg, under the seller id of the authorisation', async () => {
    const account = await describedAs(store('A39IBJ37TRP1C6'), store('A19VAU5U5O7RUS'));
    expect(account).toMatchObject({
      shopId: 'A1EXAMPLE',
      shopName: 'Lion City Lifestyle',
      country: 'SG',
      currency: 'SGD',
    });
  });

  it('that does not sell on Amazon.sg is refused', async () => {
    const refused = { fault: { kind: 'rejected', code: 'not_on_amazon_sg' } };
    await expect(describedAs(store('A39IBJ37TRP1C6'))).rejects.toMatchObject(refused);
    await expect(describedAs(store('A19VAU5U5O7RUS', false))).rejects.toMatchObject(refused);
  });
});
