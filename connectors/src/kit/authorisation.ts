import type { AppKeys, Credentials } from './access.ts';
import type { ChannelHttp } from './http.ts';

/** What both ways of authorising have in common. */
interface Renewal {
  /** New credentials; the old refresh token may be dead afterwards, so they are stored before they are used. */
  refresh(app: AppKeys, http: ChannelHttp, credentials: Credentials): Promise<Credentials>;
  /** Refresh when the access token has less than this left, in seconds. */
  readonly refreshAhead: number;
  /** The seller must consent again so long after verification, where the product shows an expiry of its own. */
  readonly consentLasts: 'one_month' | null;
}

/** The seller agrees on a page of the channel, and the browser comes back with a code. */
export interface RedirectAuthorisation extends Renewal {
  readonly by: 'redirect';
  /** The address to return to is sent along; else the channel returns to the one registered in its console. */
  readonly sendsReturnAddress: boolean;
  /** Where to send the seller's browser. `returnTo` is the exact address that the channel must return to. */
  begin(
    app: AppKeys,
    request: { returnTo: string; state: string; shopName: string | null; now: Date },
  ): string;
  /**
   * Checks the returned query (signature where the channel signs it) and exchanges the code.
   * `state` was compared by the caller already. Throws ChannelError `rejected` with words for the seller.
   */
  complete(
    app: AppKeys,
    http: ChannelHttp,
    query: Readonly<Record<string, string>>,
    shopName: string | null,
  ): Promise<Credentials>;
}

/** The seller types in what the channel gave them; no page of the channel is visited. */
export interface KeysAuthorisation extends Renewal {
  readonly by: 'keys';
  /** What is typed in, by the names that `complete` takes. */
  readonly fields: readonly {
    readonly key: string;
    readonly label: string;
    readonly isSecret: boolean;
  }[];
  /** Tries them at the channel. Throws ChannelError `rejected` with words for the seller. */
  complete(
    app: AppKeys,
    http: ChannelHttp,
    values: Readonly<Record<string, string>>,
    shopName: string | null,
  ): Promise<Credentials>;
}
