import { site } from './protocol/site.ts';
import type { SpCall } from './protocol/sp-call.ts';

function participation(call: SpCall): object {
  return {
    marketplace: {
      id: site.marketplaceId,
      name: site.name,
      countryCode: site.country,
      defaultCurrencyCode: site.currency,
      defaultLanguageCode: site.locale,
      domainName: site.domain,
    },
    storeName: call.shop.record.name,
    participation: { isParticipating: true, hasSuspendedListings: false },
  };
}

/** `GET /sellers/v1/marketplaceParticipations` (amazon-sg.md 8). */
export function getMarketplaceParticipations(call: SpCall): object {
  return { payload: [participation(call)] };
}

/** `GET /sellers/v1/account`. */
export function getAccount(call: SpCall): object {
  return {
    payload: {
      marketplaceParticipationList: [participation(call)],
      businessType: 'PRIVATE_LIMITED',
      sellingPlan: 'PROFESSIONAL',
      business: {
        name: `${call.shop.record.name} Pte. Ltd.`,
        registeredBusinessAddress: {
          addressLine1: '1 Example Street',
          countryCode: site.country,
          city: 'Singapore',
          postalCode: '049315',
        },
      },
    },
  };
}
