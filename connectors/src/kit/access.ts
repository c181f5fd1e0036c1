import type { ChannelHttp } from './http.ts';

/** The installation's own keys at a channel, and where that channel is. */
export interface AppKeys {
  readonly id: string;
  readonly secret: string;
  /** Base addresses by purpose; each connector names its purposes in its `app`. */
  readonly hosts: Readonly<Record<string, string>>;
  /** What else the vendor gives an app; each connector names it in its `app`. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Secrets of one shop, as the server keeps them encrypted. A connector only returns new ones. */
export interface Credentials {
  readonly accessToken: string;
  readonly accessExpiresAt: Date | null;
  readonly refreshToken: string | null;
  readonly refreshExpiresAt: Date | null;
  /** The channel's own id of the shop: its number, its seller's, its host. */
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
