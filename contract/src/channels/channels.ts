import { z } from 'zod';
import type { CancellationFacts, PickupFacts, ShippingFacts } from './channel-orders.ts';
import { flag } from '../api/fields.ts';
import { fault } from '../messages/message.ts';

/* All that is known of each marketplace outside the folders of its connector and its simulator. */

/** The marketplaces that this program can speak to, in the order in which they are offered. */
export const channelKinds = [
  'lazada',
  'shopee',
  'shopify',
  'tiktok',
  'tokopedia',
  'qoo10',
  'amazon-sg',
] as const;
export const channelKind = z.enum(channelKinds);
export type ChannelKind = z.infer<typeof channelKind>;

/** What is special about a shop, as the merchant says when it is added. */
export const shopFlags = z.object({
  is_for_test: z.boolean(),
  is_lazmall: z.boolean(),
  is_tokopedia: z.boolean(),
});
export type ShopFlags = z.infer<typeof shopFlags>;
export const givenShopFlags = z.object({
  is_for_test: flag.optional(),
  is_lazmall: flag.optional(),
  is_tokopedia: flag.optional(),
});
export const shopFlagNames = shopFlags.keyof().options;
export type ShopFlag = keyof ShopFlags;

/** The same words in both languages of the screens. */
export interface Words {
  readonly en: string;
  readonly zh: string;
}

interface Facts<MarketplaceType extends string, OrderType extends string> {
  /** As people read it. */
  readonly label: string;
  readonly marketplaceType: MarketplaceType;
  readonly orderType: OrderType;
  /** The small mark before a marketplace's name; a dark one has an edge. */
  readonly mark: { readonly letters: string; readonly colour: string; readonly isDark?: true };
  readonly consent: RedirectConsent | KeysConsent | LinkedConsent;
  /** It stays verified when its consent has run out, and the consent is extended; others are verified anew. */
  readonly staysVerified: boolean;
  /** The merchant names the shop before connecting; null: the consent names the shop. */
  readonly shopName: ShopNameFacts | null;
  /** What a merchant may say of a shop of this channel alone. */
  readonly flag: FlagFacts | null;
  /** A marketplace's page lists its ways of delivery; by the specification not wherever the connector can read them. */
  readonly showsLogistics: boolean;
  /** Which of its orders can be shipped from here. */
  readonly shipping: ShippingFacts;
  readonly pickup: PickupFacts;
  readonly cancellation: CancellationFacts;
  /** When buyers' data must be deleted by its rules; null: when deletion is asked for. */
  readonly buyerData: BuyerDataFacts | null;
}

/** The longest that a channel lets sellers keep buyers' data, in days. */
export interface BuyerDataFacts {
  readonly afterDelivery: number;
  /** Where no delivery is reported: the longest delivery, and then as long. */
  readonly afterShipping: number;
}

export interface ShopNameFacts {
  /** The domain whose sub-domain names the shop; null: the shop's exact name is typed in. */
  readonly domain: string | null;
  readonly hint: Words;
}

export interface FlagFacts {
  readonly field: ShopFlag;
  readonly label: Words;
  /** What a marketplace with the flag shows beside its channel. */
  readonly tag: { readonly words: Words; readonly look: 'brand' | 'green' | 'yellow' };
  /** Only people who run the installation may set it. */
  readonly isForStaff: boolean;
}

/** The seller agrees on a page of the channel, which sends the browser back. */
export interface RedirectConsent {
  readonly by: 'redirect';
  /** Last part of the address that the browser returns to, and of the call that completes the authorisation. */
  readonly path: string;
  /**
   * Which record the address of the return and the completing call name. `marketplace`: both name the marketplace. `call`: the
   * address is one for the whole program, and the browser finds the marketplace by the state. `shop`: the same, and the call names
   * the shop.
   */
  readonly names: 'marketplace' | 'call' | 'shop';
  /** The channel returns to the address registered in its console, not to one in the request. */
  readonly isRegistered: boolean;
  /** Parameters without which a return means nothing. */
  readonly needs: readonly string[];
  /** What the call names otherwise than the return: name in the call, name in the return. */
  readonly renames: Readonly<Record<string, string>>;
  /** Parameters that name the shop as the connector does, if the return has them. */
  readonly shopParameters: readonly string[];
  /** The parameter that names the seller: the same before the sign-in and after it. */
  readonly sellerParameter: string | null;
  readonly loginRedirect: LoginRedirectFacts | null;
  /** Last part of the address that the channel sends merchants to who open the app there. */
  readonly entryPath: string | null;
}

/** The channel asks the program to sign the seller in first: the browser comes by, and is sent back to a page of the channel's. */
export interface LoginRedirectFacts {
  /** The parameter that holds the address to go back to; a return without it is no login redirect. */
  readonly callback: string;
  /** The parameter that holds the channel's own state. */
  readonly state: string;
  /** Hosts where the channel's sellers confirm an app; no other host is accepted. */
  readonly hosts: readonly string[];
}

/** The seller types in what the channel gave them. */
export interface KeysConsent {
  readonly by: 'keys';
  /** Last part of the call that takes them. */
  readonly path: string;
  readonly keys: readonly TypedKey[];
  readonly hint: Words;
}

export interface TypedKey {
  /** In the call. */
  readonly field: string;
  /** As the connector takes it. */
  readonly key: string;
  readonly label: Words;
  readonly isSecret: boolean;
}

/** The channel linked the shop to the installation: nobody is sent anywhere, nothing is typed. */
interface LinkedConsent {
  readonly by: 'linked';
}

/** A redirect without anything out of the ordinary. */
const plainRedirect = {
  by: 'redirect',
  isRegistered: false,
  needs: [],
  renames: {},
  shopParameters: [],
  sellerParameter: null,
  loginRedirect: null,
  entryPath: null,
} as const;

const table = {
  lazada: {
    label: 'Lazada',
    marketplaceType: 'LazadaMarketplace',
    orderType: 'LazadaOrder',
    mark: { letters: 'L', colour: '#10136d', isDark: true },
    consent: { ...plainRedirect, path: 'authorize_lazada', names: 'marketplace' },
    staysVerified: true,
    shopName: null,
    flag: {
      field: 'is_lazmall',
      label: { en: 'This is a LazMall shop', zh: '这是 LazMall 店铺' },
      tag: { words: { en: 'LazMall', zh: 'LazMall' }, look: 'brand' },
      isForStaff: false,
    },
    showsLogistics: false,
    shipping: { states: ['pending'], needs: 'delivered', calls: null },
    pickup: { is: 'confirmed', hasCoupon: false },
    cancellation: { text: 'detail', refundsDelivery: false },
    buyerData: null,
  },
  shopee: {
    label: 'Shopee',
    marketplaceType: 'ShopeeMarketplace',
    orderType: 'ShopeeOrder',
    mark: { letters: 'S', colour: '#d0391a' },
    consent: {
      ...plainRedirect,
      path: 'authorize_shopee',
      names: 'marketplace',
      shopParameters: ['shop_id'],
    },
    staysVerified: false,
    shopName: null,
    flag: {
      field: 'is_for_test',
      label: { en: 'Test shop', zh: '测试店铺' },
      tag: { words: { en: 'Test', zh: '测试' }, look: 'yellow' },
      isForStaff: true,
    },
    showsLogistics: true,
    shipping: {
      states: ['READY_TO_SHIP'],
      needs: 'not_collected',
      calls: {
        params: 'shopee_shipment_params',
        massParams: 'shopee_mass_shipment_params',
        addresses: 'shopee_get_address',
        pickupTimes: 'shopee_get_time_slot',
        branches: 'shopee_get_branch',
      },
    },
    pickup: { is: 'authorised', hasCoupon: false },
    cancellation: { text: null, refundsDelivery: false },
    buyerData: null,
  },
  shopify: {
    label: 'Shopify',
    marketplaceType: 'ShopifyMarketplace',
    orderType: 'ShopifyOrder',
    mark: { letters: 'Sf', colour: '#4a7a2c' },
    consent: {
      ...plainRedirect,
      path: 'authorize_shopify',
      names: 'shop',
      needs: ['code', 'hmac', 'shop', 'state', 'timestamp'],
      shopParameters: ['shop'],
      entryPath: 'authorize_shopify_entry',
    },
    staysVerified: false,
    shopName: {
      domain: 'myshopify.com',
      hint: {
        en: 'Taken from the sub-domain of the store URL: kopi-corner for kopi-corner.myshopify.com.',
        zh: '取自店铺网址的子域名：如 kopi-corner.myshopify.com 填 kopi-corner。',
      },
    },
    flag: null,
    showsLogistics: false,
    shipping: { states: ['paid', 'partial'], needs: 'delivered', calls: null },
    pickup: { is: 'confirmed', hasCoupon: false },
    cancellation: { text: null, refundsDelivery: true },
    buyerData: null,
  },
  tiktok: {
    label: 'Tiktok',
    marketplaceType: 'TiktokMarketplace',
    orderType: 'TiktokOrder',
    mark: { letters: 'Tk', colour: '#161823', isDark: true },
    consent: { ...plainRedirect, path: 'authorize_tiktok', names: 'call', isRegistered: true },
    staysVerified: false,
    shopName: {
      domain: null,
      hint: {
        en: 'Must equal the name of the shop on Tiktok exactly.',
        zh: '必须与 Tiktok 上的店铺名称完全一致。',
      },
    },
    flag: {
      field: 'is_tokopedia',
      label: { en: 'Tokopedia (Tiktok Indonesia)', zh: 'Tokopedia（Tiktok 印度尼西亚）' },
      tag: { words: { en: 'Tokopedia', zh: 'Tokopedia' }, look: 'green' },
      isForStaff: false,
    },
    showsLogistics: false,
    shipping: { states: ['READY_TO_SHIP'], needs: 'untracked', calls: null },
    pickup: { is: 'confirmed', hasCoupon: false },
    cancellation: { text: null, refundsDelivery: false },
    buyerData: null,
  },
  tokopedia: {
    label: 'Tokopedia',
    marketplaceType: 'TokopediaMarketplace',
    orderType: 'TokopediaOrder',
    mark: { letters: 'Tp', colour: '#0a7d3c' },
    consent: { by: 'linked' },
    staysVerified: false,
    shopName: {
      domain: null,
      hint: {
        en: 'Must equal the name of the shop on Tokopedia exactly.',
        zh: '必须与 Tokopedia 上的店铺名称完全一致。',
      },
    },
    flag: null,
    showsLogistics: false,
    shipping: { states: ['READY_TO_SHIP'], needs: 'untracked', calls: null },
    pickup: { is: 'confirmed', hasCoupon: false },
    cancellation: { text: null, refundsDelivery: false },
    buyerData: null,
  },
  qoo10: {
    label: 'Qoo10',
    marketplaceType: 'Qoo10Marketplace',
    orderType: 'Qoo10Order',
    mark: { letters: 'Q', colour: '#b3204d' },
    consent: {
      by: 'keys',
      path: 'verify_qoo10',
      keys: [
        {
          field: 'qapi_key_code',
          key: 'key',
          label: { en: 'QAPI Key Code', zh: 'QAPI Key Code' },
          isSecret: false,
        },
        {
          field: 'qoo10_user_id',
          key: 'user_id',
          label: { en: 'Qoo10 user id', zh: 'Qoo10 用户 ID' },
          isSecret: false,
        },
        {
          field: 'qoo10_password',
          key: 'password',
          label: { en: 'Qoo10 password', zh: 'Qoo10 密码' },
          isSecret: true,
        },
      ],
      hint: {
        en: 'The key is in QSM, under Open API. The password is kept encrypted, to renew the key once a year.',
        zh: '密钥位于 QSM 的 Open API 中。密码加密保存，用于每年更新一次密钥。',
      },
    },
    staysVerified: true,
    shopName: null,
    flag: null,
    showsLogistics: false,
    shipping: { states: ['paid', 'pending'], needs: 'delivered', calls: null },
    pickup: { is: 'confirmed', hasCoupon: true },
    cancellation: { text: 'memo', refundsDelivery: false },
    buyerData: null,
  },
  'amazon-sg': {
    label: 'Amazon SG',
    marketplaceType: 'AmazonSgMarketplace',
    orderType: 'AmazonSgOrder',
    mark: { letters: 'A', colour: '#8a5300' },
    consent: {
      ...plainRedirect,
      path: 'authorize_amazon_sg',
      names: 'call',
      isRegistered: true,
      renames: { seller_id: 'selling_partner_id', code: 'spapi_oauth_code' },
      shopParameters: ['selling_partner_id', 'seller_id'],
      sellerParameter: 'selling_partner_id',
      loginRedirect: {
        callback: 'amazon_callback_uri',
        state: 'amazon_state',
        hosts: [
          'sellercentral.amazon.sg',
          'sellercentral.amazon.com',
          'amazon.sg',
          'www.amazon.sg',
          'amazon.com',
          'www.amazon.com',
        ],
      },
    },
    staysVerified: false,
    shopName: null,
    flag: null,
    showsLogistics: false,
    shipping: { states: ['READY_TO_SHIP'], needs: 'untracked', calls: null },
    pickup: { is: 'confirmed', hasCoupon: false },
    cancellation: { text: null, refundsDelivery: false },
    buyerData: { afterDelivery: 30, afterShipping: 60 },
  },
} as const satisfies Record<ChannelKind, Facts<string, string>>;

export const marketplaceType = z.enum(
  channelKinds.map((kind) => table[kind].marketplaceType),
  { error: fault('marketplaces.channel_required') },
);
export type MarketplaceType = z.infer<typeof marketplaceType>;
export const orderType = z.enum(channelKinds.map((kind) => table[kind].orderType));

export type ChannelFacts = Facts<MarketplaceType, z.infer<typeof orderType>>;
export const channels: Readonly<Record<ChannelKind, ChannelFacts>> = table;

/** The channel that a marketplace type (`ShopeeMarketplace`) belongs to. */
export function channelOf(type: MarketplaceType): ChannelKind {
  const found = channelKinds.find((kind) => channels[kind].marketplaceType === type);
  if (found === undefined) throw new Error(`No channel has the marketplace type ${type}.`);
  return found;
}

/** What the specification calls the call that boosts a listing, at whichever marketplace can do it. */
export const boostCall = 'shopee_boost_item';
/** The status of SKUs with a boosted listing in the list of products, under the name that the specification gives it. */
export const bumpedStatus = 'shopee_bumped';
