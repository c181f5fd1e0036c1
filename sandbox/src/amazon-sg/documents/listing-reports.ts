import { listed } from '../../core/left-out.ts';
import type { Offer, Shop } from '../../core/shop.ts';
import { hasOffer, isOwnStock } from '../listings/attributes.ts';
import { flatFile } from '../protocol/flat-file.ts';
import { issuesOf, listingStatus, liveOffers, titleOf } from '../listings/listing-views.ts';
import type { AmazonRecords, ReportRecord } from '../protocol/records.ts';
import { decimal, site } from '../protocol/site.ts';

/** The columns of the merchant listings reports, in their order (amazon-sg.md 3.1). */
const listingColumns = [
  'item-name', 'item-description', 'listing-id', 'seller-sku', 'price', 'quantity', 'open-date', 'image-url', 'item-is-marketplace', 'product-id-type',
  'zshop-shipping-fee', 'item-note', 'item-condition', 'zshop-category1', 'zshop-browse-path', 'zshop-storefront-feature', 'asin1', 'asin2', 'asin3',
  'will-ship-internationally', 'expedited-shipping', 'zshop-boldface', 'product-id', 'bid-for-featured-placement', 'add-delete', 'pending-quantity',
  'fulfillment-channel', 'merchant-shipping-group', 'status',
] as const; // oxfmt-ignore

type Status = 'Active' | 'Inactive' | 'Incomplete';

function reportStatus(offer: Offer): Status {
  if (issuesOf(offer).some(({ categories }) => categories.includes('QUALIFICATION_REQUIRED')))
    return 'Incomplete';
  return listingStatus(offer).includes('BUYABLE') ? 'Active' : 'Inactive';
}

/** A report on the present listings; null if there is nothing to report, or no such report. */
export function listingReport(
  { type, leftOut }: Pick<ReportRecord, 'type' | 'leftOut'>,
  records: AmazonRecords,
  shop: Shop,
  pictureUrl: (picture: string) => string,
): string | null {
  const meant = [...liveOffers(shop.offers())].filter(
    (offer) => wanted[type]?.(reportStatus(offer)) === true,
  );
  const offers = listed(meant, leftOut);
  if (offers.length === 0) return null;
  if (type === 'GET_FLAT_FILE_OPEN_LISTINGS_DATA')
    return flatFile(
      ['sku', 'asin', 'price', 'quantity'],
      offers.map((offer) => ({ sku: offer.variant.sku, asin: offer.variant.id, price: decimal(offer.variant.price), quantity: quantityOf(offer) })),
    ); // oxfmt-ignore
  return flatFile(
    listingColumns,
    offers.map((offer) => listingRow(records, shop, offer, pictureUrl)),
  );
}

const wanted: Readonly<Record<string, (status: Status) => boolean>> = {
  GET_MERCHANT_LISTINGS_ALL_DATA: () => true,
  GET_MERCHANT_LISTINGS_DATA: (status) => status === 'Active',
  GET_MERCHANT_LISTINGS_INACTIVE_DATA: (status) => status !== 'Active',
  GET_FLAT_FILE_OPEN_LISTINGS_DATA: (status) => status === 'Active',
};

export const listingReports: readonly string[] = Object.keys(wanted);

/** Amazon keeps the numbers of its own stock to itself. */
function quantityOf(offer: Offer): string {
  return isOwnStock(offer) ? String(offer.variant.stock.sellable) : '';
}

function listingRow(
  records: AmazonRecords,
  shop: Shop,
  offer: Offer,
  pictureUrl: (picture: string) => string,
): Record<(typeof listingColumns)[number], string> {
  const { item, variant } = offer;
  const opened = new Date(item.createdAt + 8 * 3_600_000).toISOString();
  return {
    'item-name': titleOf(records, shop, offer),
    'item-description': item.description,
    'listing-id': `1121${variant.id.slice(2)}`,
    'seller-sku': variant.sku,
    price: hasOffer(records, shop, offer) ? decimal(variant.price) : '',
    quantity: quantityOf(offer),
    'open-date': `${opened.slice(0, 10)} ${opened.slice(11, 19)} SGT`,
    'image-url': pictureUrl(item.picture),
    'item-is-marketplace': 'y',
    'product-id-type': '1',
    'zshop-shipping-fee': '',
    'item-note': '',
    'item-condition': '11',
    'zshop-category1': '',
    'zshop-browse-path': '',
    'zshop-storefront-feature': '',
    asin1: variant.id,
    asin2: '',
    asin3: '',
    'will-ship-internationally': '',
    'expedited-shipping': '',
    'zshop-boldface': '',
    'product-id': variant.id,
    'bid-for-featured-placement': '',
    'add-delete': '',
    'pending-quantity': isOwnStock(offer) ? String(variant.stock.held) : '',
    'fulfillment-channel': isOwnStock(offer) ? 'DEFAULT' : site.amazonChannel,
    'merchant-shipping-group': 'Migrated Template',
    status: reportStatus(offer),
  };
}
