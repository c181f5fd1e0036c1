import type { Item, Variant } from '../core/records.ts';
import type { Offer, Shop } from '../core/shop.ts';
import { stockAt, type NumberedPlace } from '../core/places.ts';
import { connection, type Connection, type PageArguments } from './connection.ts';
import { dateTime, isGone, type CallContext } from './call-context.ts';
import { gid, levelGid, locationNumber, shopNumber, turned } from './gids.ts';
import { GraphQLError } from 'graphql';

/** Objects as the default resolver reads them: members are values, or functions of the field's arguments. */

const productStatuses = {
  normal: 'ACTIVE',
  unlisted: 'DRAFT',
  // There is no review here: the word stands for products that only a link leads to.
  reviewing: 'UNLISTED',
  banned: 'ARCHIVED',
  deleted: 'ARCHIVED',
} as const;

/** The status of a product (shopify.md 3.2). */
export function productStatus(item: Item): string {
  return productStatuses[item.status];
}

/** The common word for a product's status; null for one that there is not. */
export function statusOfProduct(status: string): Item['status'] | null {
  switch (status) {
    case 'ACTIVE':
      return 'normal';
    case 'DRAFT':
      return 'unlisted';
    case 'ARCHIVED':
      return 'banned';
    case 'UNLISTED':
      return 'reviewing';
    default:
      return null;
  }
}

export function handleOf(item: Item): string {
  return item.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

export function variantsOf(item: Item): Variant[] {
  return item.variants.filter(({ status }) => status !== 'deleted');
}

export function productView(context: CallContext, item: Item): object {
  const variants = variantsOf(item);
  const total = variants.reduce((sum, variant) => sum + (context.quantity(variant, 'available') ?? 0), 0);
  const image = {
    id: gid('ImageSource', item.id),
    url: context.core.pictureUrl(item.picture),
    altText: item.name,
    width: 640,
    height: 640,
  };
  const isActive = productStatus(item) === 'ACTIVE';
  return {
    __typename: 'Product',
    id: gid('Product', item.id),
    legacyResourceId: item.id,
    title: item.name,
    handle: handleOf(item),
    description: ({ truncateAt }: { truncateAt?: number | null }) =>
      truncateAt ? item.description.slice(0, truncateAt) : item.description,
    descriptionHtml: `<p>${item.description}</p>`,
    status: productStatus(item),
    vendor: context.shop.record.name,
    productType: '',
    tags: [],
    totalInventory: total,
    tracksInventory: variants.some(({ tracked }) => tracked),
    hasOnlyDefaultVariant: item.optionNames.length === 0,
    createdAt: dateTime(item.createdAt),
    updatedAt: dateTime(item.updatedAt),
    publishedAt: isActive ? dateTime(item.createdAt) : null,
    onlineStoreUrl: isActive ? `https://${context.domain}/products/${handleOf(item)}` : null,
    featuredMedia: {
      __typename: 'MediaImage',
      id: gid('MediaImage', item.id),
      alt: item.name,
      mediaContentType: 'IMAGE',
      status: 'READY',
      image,
      preview: { image },
    },
    variantsCount: { count: variants.length, precision: 'EXACT' },
    variants: (args: PageArguments) =>
      connection(
        variants,
        (variant) => ({ value: item.variants.indexOf(variant), id: Number(variant.id) }),
        (variant) => variantView(context, { item, variant }),
        args,
      ),
  };
}

export function variantTitle(variant: Variant): string {
  return variant.options.length === 0 ? 'Default Title' : variant.options.join(' / ');
}

export function variantView(context: CallContext, offer: Offer): object {
  const { item, variant } = offer;
  const title = variantTitle(variant);
  const available = context.quantity(variant, 'available') ?? 0;
  const price = variant.specialPrice ?? variant.price;
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.id),
    legacyResourceId: variant.id,
    title,
    displayName: `${item.name} - ${title}`,
    sku: variant.sku,
    barcode: variant.barcode,
    price: context.money(price),
    compareAtPrice: variant.specialPrice === null ? null : context.money(variant.price),
    position: item.variants.indexOf(variant) + 1,
    taxable: true,
    availableForSale: !variant.tracked || available > 0,
    inventoryPolicy: 'DENY',
    requiresComponents: false,
    image: null,
    inventoryQuantity: available,
    sellableOnlineQuantity: Math.max(0, available),
    selectedOptions:
      item.optionNames.length === 0
        ? [{ name: 'Title', value: 'Default Title' }]
        : item.optionNames.map((name, index) => ({ name, value: variant.options[index] ?? '' })),
    inventoryItem: () => inventoryItemView(context, offer),
    product: () => productView(context, item),
    createdAt: dateTime(item.createdAt),
    updatedAt: dateTime(item.updatedAt),
  };
}

export function inventoryItemView(context: CallContext, offer: Offer): object {
  const { item, variant } = offer;
  const number = turned(variant.id, 'variant', 'inventoryItem');
  const oneVariant = (args: PageArguments) =>
    connection([offer], offerPlace, (one) => variantView(context, one), args);
  return {
    __typename: 'InventoryItem',
    id: gid('InventoryItem', number),
    legacyResourceId: String(number),
    sku: variant.sku,
    tracked: variant.tracked,
    requiresShipping: true,
    createdAt: dateTime(item.createdAt),
    updatedAt: dateTime(item.updatedAt),
    measurement: { id: gid('InventoryItemMeasurement', number), weight: { value: 0.3, unit: 'KILOGRAMS' } },
    variant: () => variantView(context, offer),
    variants: oneVariant,
    inventoryLevel: ({ locationId }: { locationId: string }) => {
      const place = context.placeOf(locationId);
      return place === null || stockAt(variant, place.key) === null ? null : levelView(context, offer, place);
    },
    inventoryLevels: (args: PageArguments) =>
      connection(
        context.placesWith(variant),
        ({ number: own }) => ({ value: own, id: own }),
        (place) => levelView(context, offer, place),
        args,
      ),
  };
}

export function levelView(context: CallContext, offer: Offer, place: NumberedPlace): object {
  const { item, variant } = offer;
  const id = levelGid(context.shop, variant.id, place.key);
  const stock = context.shop.stockShown(variant, context.staleSeconds, place.key);
  return {
    __typename: 'InventoryLevel',
    id,
    isActive: true,
    item: () => inventoryItemView(context, offer),
    location: () => locationView(context, place),
    createdAt: dateTime(item.createdAt),
    updatedAt: dateTime(item.updatedAt),
    quantities: ({ names }: { names: readonly string[] }) =>
      names.map((name) => {
        const quantity = context.quantity(variant, name, stock);
        if (quantity === null) {
          throw new GraphQLError('The quantity name is invalid.', {
            extensions: { code: 'INVALID_FIELD_ARGUMENTS' },
          });
        }
        return { id: `${id.replace('InventoryLevel', 'InventoryQuantity')}&name=${name}`, name, quantity, updatedAt: dateTime(item.updatedAt) }; // oxfmt-ignore
      }),
  };
}

export function locationName(shop: Shop, { name }: Pick<NumberedPlace, 'name'>): string {
  return name ?? `${shop.record.name} Warehouse`;
}

export function locationView(context: CallContext, place: NumberedPlace): object {
  const { shop } = context;
  const number = locationNumber(shop, place.key);
  const createdAt = dateTime(shop.record.createdAt);
  return {
    __typename: 'Location',
    id: gid('Location', number),
    legacyResourceId: String(number),
    name: locationName(shop, place),
    isActive: place.isActive,
    isFulfillmentService: false,
    fulfillsOnlineOrders: place.isActive,
    shipsInventory: place.isActive,
    hasActiveInventory: shop.items.size > 0,
    address: {
      address1: '1 Example Road',
      address2: null,
      city: 'Singapore',
      country: 'Singapore',
      countryCode: 'SG',
      phone: null,
      province: null,
      zip: '123456',
      formatted: ['1 Example Road', 'Singapore 123456', 'Singapore'],
    },
    createdAt,
    updatedAt: createdAt,
    inventoryLevel: ({ inventoryItemId }: { inventoryItemId: string }) => {
      const offer = context.offerOfInventoryItem(inventoryItemId);
      const isKept = offer !== null && stockAt(offer.variant, place.key) !== null;
      return isKept ? levelView(context, offer, place) : null;
    },
    inventoryLevels: (args: PageArguments): Connection<object> =>
      connection(
        context.offers().filter(({ variant }) => stockAt(variant, place.key) !== null),
        offerPlace,
        (offer) => levelView(context, offer, place),
        args,
      ),
  };
}

export function shopView(context: CallContext): object {
  const { record } = context.shop;
  const number = shopNumber(context.shop);
  const email = `owner@${context.shop.id}.example.test`;
  return {
    __typename: 'Shop',
    id: gid('Shop', number),
    name: record.name,
    email,
    contactEmail: email,
    myshopifyDomain: context.domain,
    url: `https://${context.domain}`,
    currencyCode: context.currency,
    ianaTimezone: 'Asia/Singapore',
    createdAt: dateTime(record.createdAt),
    plan: { publicDisplayName: 'Basic', shopifyPlus: false, partnerDevelopment: false },
    primaryDomain: {
      id: gid('Domain', number),
      host: context.domain,
      url: `https://${context.domain}`,
      sslEnabled: true,
    },
    shopAddress: { id: gid('ShopAddress', number), address1: '1 Example Road', city: 'Singapore', zip: '123456', country: 'Singapore', countryCodeV2: 'SG' }, // oxfmt-ignore
  };
}

export function offerPlace({ variant }: Offer): { value: number; id: number } {
  return { value: 0, id: Number(variant.id) };
}

export function isListed(item: Item): boolean {
  return item.status !== 'deleted' && item.variants.some((variant) => !isGone({ item, variant }));
}
