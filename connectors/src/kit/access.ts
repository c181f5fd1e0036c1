import type { ChannelHttp } from './http.ts';

/** The installation's own keys at a channel, and where that channel is. */
export interface AppKeys {
  readonly id: string;
  readonly secret: string;
  /** Base addresses by purpose, for instance `{ api: 'https://partner.shopeemobile.com' }`; each connector documents its purposes. */
  readonly hosts: Readonly<Record<string, string>>;
  /** What else the vendor gives an app, for instance TikTok's `service_id`; each connector documents its names. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Secrets of one shop, as the server keeps them encrypted. A connector only returns new ones. */
export interface Credentials {
  readonly accessToken: string;
  readonly accessExpiresAt: Date | null;
  readonly refreshToken: string | null;
  readonly refreshExpiresAt: Date | null;
  /** The channel's own id of the shop (Shopee shop_id, Lazada seller_id, Shopify host). */
  readonly shopId: string;
  /** Anything else that later calls need, for instance `{ country: 'sg', locationId: 'gid://…' }`. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Everything one call to a shop needs. */
export interface Access {
  readonly app: AppKeys;
  readonly credentials: Credentials;
  readonly http: ChannelHttp;
}
