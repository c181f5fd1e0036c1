import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Shop } from '../core/shop.ts';
import { connection, type Connection, type PageArguments } from './connection.ts';
import { dateTime, type CallContext } from './call-context.ts';
import { gid, numbered, numberOf } from './gids.ts';
import { apiVersionView, pinnedVersion } from './versions.ts';

/** A topic that the app wants to hear of, and where (shopify.md 7). */
export const subscriptionRecord = z.object({
  number: z.int(),
  shop: z.string(),
  topic: z.string(),
  uri: z.string(),
  format: z.string(),
  name: z.string().nullable(),
  filter: z.string().nullable(),
  includeFields: z.array(z.string()),
  metafieldNamespaces: z.array(z.string()).default([]),
  metafields: z.array(z.object({ key: z.string(), namespace: z.string() })).default([]),
  createdAt: z.int(),
  updatedAt: z.int(),
});
type Subscription = z.infer<typeof subscriptionRecord>;

export interface SubscriptionInput {
  readonly uri?: string | null;
  readonly callbackUrl?: string | null;
  readonly format?: string | null;
  readonly name?: string | null;
  readonly filter?: string | null;
  readonly includeFields?: readonly string[] | null;
  readonly metafieldNamespaces?: readonly string[] | null;
  readonly metafields?: readonly { readonly key: string; readonly namespace?: string | null }[] | null;
}

interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
}

/** Subscriptions that the app made by API. They end with the app's consent. */
export class Subscriptions {
  readonly #table: Table<Subscription>;

  constructor(table: Table<Subscription>) {
    this.#table = table;
  }

  /** Where a topic of a shop is sent. */
  addresses(shop: Shop, topic: string): { uri: string; name: string | null }[] {
    return this.#of(shop).filter((one) => one.topic === topic);
  }

  create(
    context: CallContext,
    topic: string,
    input: SubscriptionInput,
  ): { webhookSubscription: object | null; userErrors: UserError[] } {
    const uri = input.uri ?? input.callbackUrl ?? '';
    const refused = whyNot(uri);
    const taken = this.#of(context.shop).some((one) => one.topic === topic && one.uri === uri);
    const message = refused ?? (taken ? 'Address for this topic has already been taken' : null);
    if (message !== null) {
      return {
        webhookSubscription: null,
        userErrors: [{ field: ['webhookSubscription', 'callbackUrl'], message }],
      };
    }
    const now = context.core.clock.now();
    const number = numbered(context.shop, 'refund', context.shop.nextNumber('subscription'));
    const record = this.#table.put(`${context.shop.id}/${String(number)}`, {
      number,
      shop: context.shop.id,
      topic,
      uri,
      format: input.format ?? 'JSON',
      name: input.name ?? null,
      filter: input.filter ?? null,
      includeFields: [...(input.includeFields ?? [])],
      metafieldNamespaces: [...(input.metafieldNamespaces ?? [])],
      metafields: (input.metafields ?? []).map(({ key, namespace }) => ({
        key,
        namespace: namespace ?? 'custom',
      })),
      createdAt: now,
      updatedAt: now,
    });
    return { webhookSubscription: subscriptionView(record), userErrors: [] };
  }

  update(
    context: CallContext,
    id: string,
    input: SubscriptionInput,
  ): { webhookSubscription: object | null; userErrors: UserError[] } {
    const found = this.#find(context.shop, id);
    if (found === null) return { webhookSubscription: null, userErrors: [notFound] };
    const uri = input.uri ?? input.callbackUrl ?? found.uri;
    const refused = whyNot(uri);
    if (refused !== null) {
      return {
        webhookSubscription: null,
        userErrors: [{ field: ['webhookSubscription', 'callbackUrl'], message: refused }],
      };
    }
    found.uri = uri;
    found.updatedAt = context.core.clock.now();
    this.#table.put(`${context.shop.id}/${String(found.number)}`, found);
    return { webhookSubscription: subscriptionView(found), userErrors: [] };
  }

  delete(
    context: CallContext,
    id: string,
  ): { deletedWebhookSubscriptionId: string | null; userErrors: UserError[] } {
    const found = this.#find(context.shop, id);
    if (found === null) return { deletedWebhookSubscriptionId: null, userErrors: [notFound] };
    this.#table.delete(`${context.shop.id}/${String(found.number)}`);
    return { deletedWebhookSubscriptionId: id, userErrors: [] };
  }

  /** After the app was uninstalled. */
  clear(shop: Shop): void {
    for (const one of this.#of(shop)) this.#table.delete(`${shop.id}/${String(one.number)}`);
  }

  view(context: CallContext, id: string): object | null {
    const found = this.#find(context.shop, id);
    return found === null ? null : subscriptionView(found);
  }

  page(
    context: CallContext,
    args: PageArguments & { readonly topics?: readonly string[] | null; readonly uri?: string | null },
  ): Connection<object> {
    const { topics, uri } = args;
    const found = this.#of(context.shop).filter(
      (one) => (topics ?? [one.topic]).includes(one.topic) && (uri ?? one.uri) === one.uri,
    );
    return connection(found, (one) => ({ value: one.createdAt, id: one.number }), subscriptionView, args);
  }

  #of(shop: Shop): Subscription[] {
    return [...this.#table.values()].filter((one) => one.shop === shop.id);
  }

  #find(shop: Shop, id: string): Subscription | null {
    return this.#table.get(`${shop.id}/${numberOf(id, 'WebhookSubscription') ?? ''}`) ?? null;
  }
}

const notFound: UserError = { field: ['id'], message: 'Webhook subscription does not exist' };

/** The vendor refuses plain HTTP; here it may go to this machine. */
function whyNot(uri: string): string | null {
  if (/^(pubsub:\/\/|arn:aws:events:)/.test(uri)) return null;
  if (!URL.canParse(uri)) return 'Address is invalid';
  const { protocol, hostname } = new URL(uri);
  if (protocol === 'https:') return null;
  const isLoopback =
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname.startsWith('127.') ||
    hostname === '[::1]';
  return protocol === 'http:' && isLoopback ? null : `Address protocol ${protocol}// is not supported`;
}

/** Where a subscription sends, as a type for each kind of address: the vendor's own libraries ask for it. */
function endpointView(uri: string): object {
  const [, project, topic] = /^pubsub:\/\/([^:]+):(.+)$/.exec(uri) ?? [];
  if (project !== undefined && topic !== undefined)
    return { __typename: 'WebhookPubSubEndpoint', pubSubProject: project, pubSubTopic: topic };
  if (uri.startsWith('arn:')) return { __typename: 'WebhookEventBridgeEndpoint', arn: uri };
  return { __typename: 'WebhookHttpEndpoint', callbackUrl: uri };
}

function subscriptionView(record: Subscription): object {
  return {
    __typename: 'WebhookSubscription',
    id: gid('WebhookSubscription', record.number),
    legacyResourceId: String(record.number),
    topic: record.topic,
    uri: record.uri,
    callbackUrl: record.uri,
    endpoint: endpointView(record.uri),
    apiVersion: apiVersionView(pinnedVersion),
    metafieldNamespaces: record.metafieldNamespaces,
    metafields: record.metafields,
    format: record.format,
    includeFields: record.includeFields,
    filter: record.filter,
    name: record.name,
    createdAt: dateTime(record.createdAt),
    updatedAt: dateTime(record.updatedAt),
  };
}
