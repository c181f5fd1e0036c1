import { mainPlace, placesOf, stockAt, type NumberedPlace } from '../core/places.ts';
import type { Stock, Variant } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { isIndonesian, platforms, regionOf, siteOf } from './region.ts';
import { Failure } from './reply.ts';
import type { Endpoint, ShopCall } from './shop-call.ts';

/** A warehouse that a shop sells from: the main one, or the further one with this key. */
export function salesWarehouse(shop: Shop, place: string | null = null): string {
  const number = place === null ? 275_539 : 276_000 + Number(place);
  return `7068517${String(number)}${shop.id.slice(-6)}`;
}

/** What the main warehouse is called. */
export const mainWarehouse = 'Main warehouse';

/** The warehouses where a variant is kept, each with its units. */
export function holdingsOf(
  { shop, staleSeconds }: Pick<ShopCall, 'shop' | 'staleSeconds'>,
  variant: Variant,
): readonly { readonly place: string | null; readonly id: string; readonly stock: Stock }[] {
  return placesOf(shop)
    .filter(({ key }) => stockAt(variant, key) !== null)
    .map(({ key }) => ({
      place: key,
      id: salesWarehouse(shop, key),
      stock: shop.stockShown(variant, staleSeconds, key),
    }));
}

/** What an order is sent with: TikTok's carrier, or the seller's own. */
export function deliveryOptionOf(shop: Shop, shippedBy: 'TIKTOK' | 'SELLER'): { id: string; name: string } {
  const [platform, own] = deliveryOptions(shop);
  return shippedBy === 'SELLER' ? own : platform;
}

/** What a parcel can be sent with; the last one is the seller's own affair. */
function deliveryOptions(shop: Shop): readonly [platform: DeliveryOption, own: DeliveryOption] {
  const tail = shop.id.slice(-6);
  return [
    { id: `7091146663229${tail}`, name: 'Standard Shipping', type: 'STANDARD' },
    { id: `7091146663230${tail}`, name: 'Shipped by seller', type: 'SEND_BY_SELLER' },
  ];
}

interface DeliveryOption {
  readonly id: string;
  readonly name: string;
  readonly type: 'STANDARD' | 'SEND_BY_SELLER';
}

export interface Provider {
  readonly id: string;
  readonly name: string;
}

/** The carrier that TikTok sends with. */
export function platformProvider(shop: Shop): Provider {
  return { id: '6617675021119438849', name: siteOf(shop).carrier };
}

/** The carriers that a seller may name when shipping without the platform's. */
export function ownProviders(shop: Shop): readonly Provider[] {
  const names = isIndonesian(shop)
    ? ['JNE', 'SiCepat Ekspres', 'AnterAja']
    : ['SingPost', 'J&T Express', 'Qxpress'];
  return names.map((name, index) => ({ id: `66176750211194388${String(50 + index)}`, name }));
}

/** Section 3.4, and the carrier look-up of section 5. */
export const warehouseEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/logistics/:version/warehouses',
    versions: ['202309'],
    nature: 'read',
    answer: ({ shop }) => ({
      warehouses: [
        ...placesOf(shop).map((place) =>
          warehouse(shop, salesWarehouse(shop, place.key), 'SALES_WAREHOUSE', place),
        ),
        warehouse(shop, returnWarehouse(shop), 'RETURN_WAREHOUSE', { ...mainPlace, name: 'Returns' }),
      ],
    }),
  },
  {
    method: 'GET',
    path: '/logistics/:version/warehouses/:warehouse_id/delivery_options',
    versions: ['202309'],
    nature: 'read',
    answer: ({ shop, params }) => {
      const isThere = placesOf(shop).some(({ key }) => salesWarehouse(shop, key) === params['warehouse_id']);
      if (!isThere) throw new Failure(12052097, 'The warehouse does not exist.');
      const limits = {
        weight_limit: { max_weight: 30_000, min_weight: 0, unit: 'GRAM' },
        dimension_limit: { max_height: 80, max_length: 80, max_width: 80, unit: 'CM' },
      };
      const where = isIndonesian(shop) ? { platform: [...platforms] } : {};
      return {
        delivery_options: deliveryOptions(shop).map((option) => ({ ...option, ...limits, ...where })),
      };
    },
  },
  {
    method: 'GET',
    path: '/logistics/:version/delivery_options/:delivery_option_id/shipping_providers',
    versions: ['202309'],
    nature: 'read',
    answer: ({ shop, params }: ShopCall) => {
      const option = deliveryOptions(shop).find(({ id }) => id === params['delivery_option_id']);
      if (option === undefined) throw new Failure(36009004, 'The delivery option does not exist.', 400);
      return {
        shipping_providers: option.type === 'SEND_BY_SELLER' ? ownProviders(shop) : [platformProvider(shop)],
      };
    },
  },
];

function returnWarehouse(shop: Shop): string {
  return `7068517275540${shop.id.slice(-6)}`;
}

/** `distict` is how the vendor spells it. */
function warehouse(shop: Shop, id: string, type: string, place: NumberedPlace): object {
  const { country } = siteOf(shop);
  const region = regionOf(shop);
  return {
    id,
    name: place.name ?? mainWarehouse,
    entity_id: shop.id,
    is_default: place.key === null,
    type,
    sub_type: 'DOMESTIC_WAREHOUSE',
    effect_status: place.isActive ? 'ENABLED' : 'DISABLED',
    address: {
      region: country,
      region_code: region,
      state: country,
      city: country,
      distict: '',
      town: '',
      postal_code: '408600',
      full_address: `1 Paya Lebar Link, ${country}`,
      address_line1: '1 Paya Lebar Link',
      address_line2: '',
      address_line3: '',
      address_line4: '',
      contact_person: shop.record.name,
      phone_number: '(+65)60000000',
    },
  };
}
