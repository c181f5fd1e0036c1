import { message } from '@evenstock/contract/messages/message';
import { rejected, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { AccountDetails } from '../kit/connector.ts';
import { parseReply } from '../kit/read-records.ts';
import { callAmazon, marketplaceId } from './client.ts';
import { participations, store as storeRecord } from './wire.ts';
import { channel } from './channel.ts';

/**
 * The seller's store on Amazon.sg (amazon-sg.md 8). Its rate is one call a minute; the seller's id is not in it.
 * Throws `rejected` where the seller does not sell on Amazon.sg.
 */
export async function describeAccount(access: Access): Promise<AccountDetails> {
  const { body } = await callAmazon(access, {
    operation: 'getMarketplaceParticipations',
    method: 'GET',
    path: '/sellers/v1/marketplaceParticipations',
  });
  const { payload } = parseReply(participations, body, 'getMarketplaceParticipations');
  // A store elsewhere that cannot be read says nothing of the one here.
  const stores = payload.flatMap((each) => storeRecord.safeParse(each).data ?? []);
  const store = stores.find(
    ({ marketplace, participation }) =>
      marketplace.id === marketplaceId && participation?.isParticipating !== false,
  );
  if (store === undefined) {
    // One that cannot be read may be the store here.
    if (stores.length < payload.length) throw unexpected(message('answers.incomplete', { channel }));
    throw rejected('not_on_amazon_sg', message('consent.not_sold_there', { channel }));
  }
  const { shopId } = access.credentials;
  return {
    shopId,
    shopName: store.storeName,
    country: store.marketplace.countryCode,
    currency: store.marketplace.defaultCurrencyCode,
    // The refresh token ends with the year's consent (amazon-sg.md 1.2).
    consentEndsAt: access.credentials.refreshExpiresAt,
    fields: [
      { key: 'seller_id', label: message('account.seller_id'), value: shopId },
      { key: 'store_name', label: message('account.store_name'), value: store.storeName },
    ],
  };
}
