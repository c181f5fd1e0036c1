import type { AppKeys, Credentials } from './access.ts';
import type { ChannelHttp } from './http.ts';

/** The common part of both ways of authorising. */
interface Renewal {
  /** Returns new credentials. The old refresh token may be invalid afterwards, so they are stored before they are used. */
  refresh(app: AppKeys, http: ChannelHttp, credentials: Credentials): Promise<Credentials>;
  /** Refresh when the access token has less than this left, in seconds. */
  readonly refreshAhead: number;
  /** The time after verification until the seller must consent again, where the product shows an expiry of its own. */
  readonly consentLasts: 'one_month' | null;
}

/** The seller consents on a page of the channel, which redirects the browser back with a code. */
export interface RedirectAuthorisation extends Renewal {
  readonly by: 'redirect';
  /** Whether the return address is sent along; otherwise the channel returns to the one registered in its console. */
  readonly sendsReturnAddress: boolean;
  /** The address to send the seller's browser to. `returnTo` is the exact address that the channel returns to. */
  begin(
    app: AppKeys,
    request: { returnTo: string; state: string; shopName: string | null; now: Date },
  ): string;
  /**
   * Checks the returned query (signature where the channel signs it) and exchanges the code.
   * The caller has compared `state` already. Throws ChannelError `rejected` with a message for the seller.
   */
  complete(
    app: AppKeys,
    http: ChannelHttp,
    query: Readonly<Record<string, string>>,
    shopName: string | null,
  ): Promise<Credentials>;
}

/** The seller types in what the channel issued, without visiting a page of the channel. */
export interface KeysAuthorisation extends Renewal {
  readonly by: 'keys';
  /** The fields to fill in, by the names that `complete` takes. */
  readonly fields: readonly {
    readonly key: string;
    readonly label: string;
    readonly isSecret: boolean;
  }[];
  /** Tries them at the channel. Throws ChannelError `rejected` with a message for the seller. */
  complete(
    app: AppKeys,
    http: ChannelHttp,
    values: Readonly<Record<string, string>>,
    shopName: string | null,
  ): Promise<Credentials>;
}
