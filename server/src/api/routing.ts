import type { StoreRole, UserRole } from '@evenstock/contract/accounts/accounts';
import type { CallReply, Endpoint, StoreAbility } from '@evenstock/contract/api/endpoint';
import type { apiMessages } from '@evenstock/contract/messages/api';
import { english } from '@evenstock/contract/messages/english';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import type { TextKey } from '@evenstock/contract/messages/languages/text-types';
import type { z } from 'zod';
import type { Context } from '../context.ts';

/** Who calls. */
export interface Actor {
  readonly userId: number;
  /** 0 with an access token, which has no session. */
  readonly sessionId: number;
  readonly email: string;
  /** `member` with an access token: it never acts for the installation. */
  readonly role: UserRole;
  /** The access token of the call; absent for somebody who is signed in. */
  readonly token?: ActorToken;
}

/** What an access token lets its caller do, in its one store. */
export interface ActorToken {
  readonly id: number;
  readonly storeId: number;
  readonly scopes: readonly StoreAbility[];
}

/** The store of the path, found and permitted before the body is looked at. */
export interface StoreScope {
  readonly id: number;
  readonly slug: string;
  readonly country: 'sg' | 'vn' | 'id' | 'my';
  readonly timeZone: string;
  /** Null for platform admins who are no members. */
  readonly role: StoreRole | null;
}

type Scoped<E extends Endpoint> = E['path'] extends `/api/stores/:storeId${string}` ? StoreScope : null;
type Caller<E extends Endpoint> = E['permission'] extends 'public' ? Actor | null : Actor;

/** The file of a form. */
export interface UploadedFile {
  /** As its sender calls it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A call after permission and validation. */
export interface Call<E extends Endpoint> {
  readonly ctx: Context;
  readonly actor: Caller<E>;
  readonly store: Scoped<E>;
  readonly params: z.output<E['params']>;
  readonly query: z.output<E['query']>;
  readonly body: z.output<E['body']>;
  /** The file of an endpoint that takes forms. */
  readonly file: UploadedFile | null;
  /** The caller's address, for throttling. */
  readonly address: string;
  /** What the caller's program says it is (`User-Agent`). */
  readonly agent: string | null;
  /** The caller does not want to wait for background work (`Prefer: respond-async`). */
  readonly respondsAsync: boolean;
}

/** A call as the register holds it, before the endpoint's own types are known. */
export interface AnyCall {
  readonly ctx: Context;
  readonly actor: Actor | null;
  readonly store: StoreScope | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: UploadedFile | null;
  readonly address: string;
  readonly agent: string | null;
  readonly respondsAsync: boolean;
}

/** A reply with another status than 200. 202: it continues in the background. 422: a part of the request failed. */
export class Answer<Body> {
  readonly status: 202 | 422;
  readonly body: Body;

  constructor(status: Answer<Body>['status'], body: Body) {
    this.status = status;
    this.body = body;
  }
}

export interface Route {
  readonly endpoint: Endpoint;
  handle(call: AnyCall): Promise<unknown>;
}

/** Binds an endpoint to its use case. The register (http.ts) checks permission, then input, then calls it. */
export function route<const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<CallReply<E> | Answer<CallReply<E>>>,
): Route {
  return { endpoint, handle };
}

/**
 * Thrown by use cases; the register answers with the status, the code and its text in English. A text says what happened, and what
 * to do.
 */
export class Refusal extends Error {
  readonly status: 401 | 403 | 404 | 409 | 422 | 429;
  readonly reason: MessageOnWire;
  /** 422: field → what is wrong with it. Faults of the whole record go under the record's name. */
  readonly fields: FieldFaults | null;
  /** 429: when to try again, where that is known to the second. */
  readonly retryAfterSeconds: number | null;
  /** Other statuses: what would help, for programs. */
  readonly flag: 'otp_required' | 'second_factor_required' | null;

  constructor(
    status: Refusal['status'],
    reason: MessageOnWire,
    {
      fields = null,
      flag = null,
      retryAfterSeconds = null,
    }: Partial<Pick<Refusal, 'fields' | 'flag' | 'retryAfterSeconds'>> = {},
  ) {
    super(english(reason));
    this.status = status;
    this.reason = reason;
    this.fields = fields;
    this.flag = flag;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type FieldFaults = Readonly<Record<string, readonly MessageOnWire[]>>;

/** What a path can name, as the refusal calls it. */
export type RecordName = NameOf<TextKey<typeof apiMessages>>;
type NameOf<Key> = Key extends `${infer Name}_not_found` ? Name : never;

export const notFound = (record: RecordName): Refusal => new Refusal(404, message(`api.${record}_not_found`));
/** 422 on one field, or on the whole record when the field is the record's name ('order'). */
export const invalid = (field: string, reason: MessageOnWire): Refusal =>
  new Refusal(422, reason, { fields: { [field]: [reason] } });
/** 422 on several fields. */
export function invalidFields(fields: FieldFaults): Refusal {
  const [first = message('api.not_served')] = Object.values(fields).flat();
  return new Refusal(422, first, { fields });
}
