import { z } from 'zod';
import { isOwnStock } from './attributes.ts';
import { liveOffers, titleOf } from './listing-views.ts';
import { readToken } from '../protocol/page-token.ts';
import { invalidInput } from '../protocol/reply.ts';
import { isoTime, site } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';

const pageSize = 50;
/** Token lifetime in milliseconds (amazon-sg.md 3.4). */
const tokenLife = 30_000;
const place = z.object({ offset: z.int().min(0), madeAt: z.number() });

/** `GET /fba/inventory/v1/summaries`: what lies with Amazon (amazon-sg.md 3.4). */
export function getInventorySummaries(call: SpCall): object {
  if (call.text('granularityType') !== 'Marketplace' || call.text('granularityId') !== site.marketplaceId)
    throw invalidInput("Invalid 'granularityType' or 'granularityId'.");
  call.mustBeHere(call.list('marketplaceIds', 1));
  const skus = call.list('sellerSkus', 50);
  const since = call.time('startDateTime') ?? -Infinity;
  const { offset } = placeOf(call);
  const offers = [...liveOffers(call.shop.offers())].filter(
    (offer) =>
      !isOwnStock(offer) &&
      (skus.length === 0 || skus.includes(offer.variant.sku)) &&
      offer.item.updatedAt >= since,
  );
  const next = offset + pageSize;
  const nextToken = Buffer.from(JSON.stringify({ offset: next, madeAt: call.now })).toString('base64url');
  return {
    payload: {
      granularity: { granularityType: 'Marketplace', granularityId: site.marketplaceId },
      inventorySummaries: offers.slice(offset, next).map((offer) => {
        const { item, variant } = offer;
        const { sellable, held, occupied } = call.shop.stockShown(variant, call.staleSeconds);
        const reserved = held + occupied;
        return {
          asin: variant.id,
          fnSku: `X00${variant.id.slice(3)}`,
          sellerSku: variant.sku,
          condition: 'NewItem',
          ...(call.text('details') === 'true' ? { inventoryDetails: detailsOf(sellable, reserved) } : {}),
          lastUpdatedTime: isoTime(item.updatedAt),
          productName: titleOf(call.records, call.shop, offer),
          totalQuantity: sellable + reserved,
        };
      }),
    },
    ...(next < offers.length ? { pagination: { nextToken } } : {}),
  };
}

function placeOf(call: SpCall): z.infer<typeof place> {
  const token = call.text('nextToken');
  if (token === null) return { offset: 0, madeAt: call.now };
  const read = readToken(token, place);
  if (read === null || read.madeAt + tokenLife < call.now)
    throw invalidInput("The 'nextToken' is invalid or has expired.");
  return read;
}

function detailsOf(fulfillable: number, reserved: number): object {
  return {
    fulfillableQuantity: fulfillable,
    inboundWorkingQuantity: 0,
    inboundShippedQuantity: 0,
    inboundReceivingQuantity: 0,
    reservedQuantity: {
      totalReservedQuantity: reserved,
      pendingCustomerOrderQuantity: reserved,
      pendingTransshipmentQuantity: 0,
      fcProcessingQuantity: 0,
    },
    unfulfillableQuantity: { totalUnfulfillableQuantity: 0 },
  };
}
