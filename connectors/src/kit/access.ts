import type { ChannelHttp } from './http.ts';

/** The installation's own keys at a channel, and the channel's addresses. */
export interface AppKeys {
  readonly id: string;
  readonly secret: string;
  /** Base addresses by purpose; each connector names its purposes in its `app`. */
  readonly hosts: Readonly<Record<string, string>>;
  /** What else the vendor issues to an app; each connector names it in its `app`. */
  readonly extra: Readonly<Record<string, string>>;
  /** The calls a second that the vendor allows this app; left out: what the connector takes for every app. */
  readonly callsPerSecond?: number;
}

/** Secrets of one shop, which the server keeps encrypted. A connector only returns new ones. */
export interface Credentials {
  readonly accessToken: string;
  readonly accessExpiresAt: Date | null;
  readonly refreshToken: string | null;
  readonly refreshExpiresAt: Date | null;
  /** The channel's own id of the shop: its number, its seller's number, or its host. */
  readonly shopId: string;
  /** Other values that later calls need, for instance `{ country: 'sg', locationId: 'gid://…' }`. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Places whose stock was kept here until others were chosen. */
export interface FormerLocations {
  readonly until: Date;
  /** Null: none were chosen then. */
  readonly ids: readonly string[] | null;
}

/** The input of every call to a shop. */
export interface Access {
  readonly app: AppKeys;
  readonly credentials: Credentials;
  readonly http: ChannelHttp;
  /** The ids of the places whose stock is kept here (capabilities.ts, Locations). Left out: the only one, or all of the seller's. */
  readonly locations?: readonly string[];
  /** Those that were chosen before, the oldest first. Their orders are theirs for good (locations.ts, `accessAt`). */
  readonly formerLocations?: readonly FormerLocations[];
}
