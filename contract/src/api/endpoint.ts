import type { z } from 'zod';
import type { ActivityKey } from '../kinds/activities.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * The permission that a caller needs, checked before the input is read. Store permissions are granted by role in `abilities.ts`.
 * `public`: nobody needs to be signed in. `signed_in`: any account. The rest: a role in the store of the path.
 */
export type Permission = 'public' | 'signed_in' | StoreAbility | PlatformAbility;

/** What a member of a store may do; the server sends the list that applies as `abilities`. */
export type StoreAbility =
  | 'store.view'
  | 'store.edit'
  | 'store.transfer'
  | 'store.delete'
  | 'store.leave'
  | 'transfer.answer'
  | 'member.view'
  | 'member.manage'
  | 'referral.send'
  | 'subscription.view'
  | 'subscription.manage'
  | 'marketplace.view'
  | 'marketplace.manage'
  | 'marketplace.authenticate'
  | 'order.view'
  | 'order.work'
  | 'order.export'
  | 'product.view'
  | 'product.work'
  | 'listing.delete'
  | 'stock.view'
  | 'stock.work'
  | 'token.manage'
  | 'webhook.manage'
  | 'dead_letter.manage';

/** What only people who run the installation may do, in any store. */
export type PlatformAbility = 'platform.inspect' | 'platform.operate' | 'platform.develop';

/** One declared call: routes, validation, the web client, the OpenAPI document and the access matrix come from it. */
export interface Endpoint {
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  /** Fastify notation (`/api/stores/:storeId.json`); a trailing `.json` is optional on the wire. */
  readonly path: string;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType;
  readonly reply: z.ZodType;
  readonly permission: Permission;
  /**
   * May be called with an expired password: the call acts for nobody, signs out, or shows or changes the account of the password.
   */
  readonly withExpiredPassword?: true;
  /** The activity that the call records, or null where it changes nothing worth a line. */
  readonly audit: ActivityKey | null;
  /** `json` unless the reply is an event stream. */
  readonly kind?: 'json' | 'events';
  /** `form`: multipart/form-data with one file, beside the fields of `body`. */
  readonly takes?: 'form';
  /** The largest file of its form, in bytes, where it is not that of an attachment. */
  readonly largestFile?: number;
}

/** What a caller passes. */
export interface CallInput<E extends Endpoint> {
  readonly params: z.input<E['params']>;
  readonly query: z.input<E['query']>;
  readonly body: z.input<E['body']>;
}

export type CallReply<E extends Endpoint> = z.output<E['reply']>;

/** Declares an endpoint. Keeps the exact path, permission and schema types. */
export function endpoint<const Declaration extends Endpoint>(declaration: Declaration): Declaration {
  return declaration;
}
