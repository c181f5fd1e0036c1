import { jsonReply } from '../core/json-reply.ts';
import type { Shop, ShopEvent } from '../core/shop.ts';
import type {
  AppRegistration,
  Call,
  CallIdentity,
  ChannelSimulator,
  Core,
  SandboxReply,
  SandboxRequest,
} from '../core/simulator.ts';
import { driftChanges } from './drift-changes.ts';
import { lyingSuccess, unknownError } from './odd-answers.ts';
import { BulkOperations, bulkBody, bulkPath, bulkRecord, fileRecord } from './bulk.ts';
import { Bucket } from './bucket.ts';
import { CancelJobs, jobRecord } from './cancel-jobs.ts';
import { CallContext } from './call-context.ts';
import { gid, numbered } from './gids.ts';
import { answerGraphql, rootFields, throttledReply } from './graphql-request.ts';
import { attemptRecord, IdempotencyKeys } from './idempotency.ts';
import { adjustQuantities, setQuantities } from './inventory-writes.ts';
import { allScopes, authorisePage, returnQuery, scopesOf, tokenAnswer } from './oauth.ts';
import { OrderNotesStore, orderNotes, uncancelled } from './order-records.ts';
import { financialStatus, fulfillmentStatus } from './order-views.ts';
import {
  cancelFulfillment,
  cancelOrder,
  createFulfillment,
  createRefund,
  updateTracking,
} from './order-writes.ts';
import { activateInventory, deleteProduct, updateProduct, updateVariants } from './product-writes.ts';
import { queryRoot } from './query-root.ts';
import {
  approveReturn,
  beginReturn,
  declineReturn,
  endReturn,
  processReturn,
  type ProcessInput,
  type ReturnInput,
  type NotifyReturn,
} from './return-writes.ts';
import { mainPlace } from '../core/places.ts';
import { locationName, productStatus } from './catalogue-views.ts';
import { subscriptionRecord, Subscriptions, type SubscriptionInput } from './subscriptions.ts';
import { pinnedVersion, servedVersion } from './versions.ts';
import { orderBody, returnBody } from './webhook-bodies.ts';
import {
  privacyDelivery,
  deliveriesOf,
  newId,
  webhookNotice,
  webhookRules,
  type Delivery,
} from './webhooks.ts';

/** Shows everything as it is. */
const whole: Pick<Call, 'staleSeconds' | 'leftOut' | 'pageFault'> = {
  staleSeconds: 0,
  leftOut: () => 'nothing',
  pageFault: () => 'none',
};

const authorisePath = '/admin/oauth/authorize';
const tokenPath = '/admin/oauth/access_token';
const graphqlPath = /^\/admin\/api\/([^/]+)\/graphql\.json$/;

/** Shopify's Admin API 2026-10, as shopify.md describes it: each shop at a host of its own. */
export function createShopifySimulator(core: Core): ChannelSimulator {
  const app: AppRegistration = {
    id: '5f2c9a1e7b3d4806a1c2e3f4b5d6a798',
    secret: 'shpss_sandbox_91c3e5a7f2b4d6088a6c4e2f0b1d3957',
    webhookSecret: 'shpss_sandbox_91c3e5a7f2b4d6088a6c4e2f0b1d3957',
    extra: {},
    get hosts() {
      const { port } = new URL(core.address('shopify'));
      return {
        shop: `http://{shop}.localhost:${port}`,
        api: `http://{shop}.localhost:${port}/admin/api/${pinnedVersion}`,
      };
    },
  };
  const notesStore = new OrderNotesStore(core.table('shopify/order-notes', orderNotes));
  const subscriptions = new Subscriptions(core.table('shopify/subscriptions', subscriptionRecord));
  const keys = new IdempotencyKeys(core.table('shopify/idempotency-keys', attemptRecord), () =>
    core.clock.now(),
  );
  const jobs = new CancelJobs(core, core.table('shopify/cancel-jobs', jobRecord));
  const bulk = new BulkOperations(
    core,
    core.table('shopify/bulk-operations', bulkRecord),
    core.table('shopify/bulk-files', fileRecord),
  );
  const buckets = new WeakMap<Shop, Bucket>();

  function bucketOf(shop: Shop): Bucket {
    const bucket = buckets.get(shop) ?? new Bucket(() => core.clock.now());
    buckets.set(shop, bucket);
    return bucket;
  }

  /** The shop that a host names: `{shop}.localhost` in browsers, `{shop}.myshopify.com` in programs. */
  function shopOf(request: SandboxRequest): Shop | null {
    const handle = /^([a-z0-9][a-z0-9-]*)\.(?:localhost|myshopify\.com)$/i.exec(request.url.hostname)?.[1];
    return handle === undefined ? null : (core.shop('shopify', handle.toLowerCase()) ?? null);
  }

  function identify(request: SandboxRequest): CallIdentity {
    const shop = shopOf(request);
    const { pathname } = request.url;
    const accessToken = request.headers['x-shopify-access-token'] ?? null;
    if (pathname.startsWith(bulkPath))
      return { call: 'bulk file', shop: null, accessToken: null, nature: 'read' };
    if (pathname === authorisePath)
      return { call: 'oauth/authorize', shop, accessToken: null, nature: 'page' };
    if (pathname === tokenPath)
      return { call: 'oauth/access_token', shop, accessToken: null, nature: 'token' };
    const { names, isMutation } = rootFields(request);
    return { call: names.join(',') || pathname, shop, accessToken, nature: isMutation ? 'write' : 'read' };
  }

  function handle(call: Call): SandboxReply {
    const { request } = call;
    if (request.url.pathname.startsWith(bulkPath)) return bulk.answer(request.url.pathname);
    const shop = shopOf(request);
    if (shop === null) return jsonReply(404, { errors: 'Not Found' });
    const { pathname } = request.url;
    if (pathname === authorisePath) return authorisePage(core, app, shop, request);
    if (pathname === tokenPath && request.method === 'POST') return tokenAnswer(core, app, shop, request);
    const version = servedVersion(graphqlPath.exec(pathname)?.[1] ?? '');
    if (request.method !== 'POST' || version === null) return jsonReply(404, { errors: 'Not Found' });
    const headers = { 'x-shopify-api-version': version, 'x-request-id': newId(core, shop) };
    const reply = graphql(call, shop);
    return { ...reply, headers: { ...reply.headers, ...headers } };
  }

  function graphql(call: Call, shop: Shop): SandboxReply {
    const token = core.grants.token(
      'shopify',
      'access',
      call.request.headers['x-shopify-access-token'] ?? '',
    );
    if (token?.shop !== shop.id) {
      return jsonReply(401, {
        errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
      });
    }
    const context = new CallContext(core, shop, notesStore, scopesOf(token.extra), call);
    return answerGraphql(call.request, bucketOf(shop), {
      query: queryRoot(context, subscriptions, bulk, (id) => jobs.isDone(id)),
      mutation: mutationRoot(context),
    });
  }

  /** What the fields of Mutation do. Writes are whole or not at all, so there is no half of a batch here. */
  function mutationRoot(context: CallContext): object {
    type Resolver<Arguments> = (
      args: Arguments,
      context: unknown,
      info: Parameters<typeof setQuantities>[3],
    ) => object;
    const set: Resolver<Parameters<typeof setQuantities>[2]> = (args, _context, info) =>
      setQuantities(context, keys, args, info);
    const adjust: Resolver<Parameters<typeof adjustQuantities>[2]> = (args, _context, info) =>
      adjustQuantities(context, keys, args, info);
    const activate: Resolver<Parameters<typeof activateInventory>[1]> = (args, _context, info) =>
      activateInventory(context, args, info);
    const refund: Resolver<Parameters<typeof createRefund>[2]> = (args, _context, info) =>
      createRefund(context, keys, args, info);
    const notifyReturn: NotifyReturn = (topic, order, notes) => {
      const deliveries = [
        { topic, body: returnBody(order, notes) },
        { topic: 'ORDERS_UPDATED', body: orderBody(context, order) },
      ];
      notify(context.shop, deliveries, order.visibleAt);
    };
    return {
      inventorySetQuantities: set,
      inventoryAdjustQuantities: adjust,
      inventoryActivate: activate,
      refundCreate: refund,
      productUpdate: (args: Parameters<typeof updateProduct>[1]) => updateProduct(context, args),
      productDelete: (args: Parameters<typeof deleteProduct>[1]) => deleteProduct(context, args),
      productVariantsBulkUpdate: (args: Parameters<typeof updateVariants>[1]) =>
        updateVariants(context, args),
      returnRequest: ({ input }: { input: ReturnInput }) => beginReturn(context, input, false, notifyReturn),
      returnCreate: ({ returnInput }: { returnInput: ReturnInput }) =>
        beginReturn(context, returnInput, true, notifyReturn),
      returnApproveRequest: ({ input }: { input: { id: string } }) =>
        approveReturn(context, input.id, notifyReturn),
      returnDeclineRequest: ({ input }: { input: Parameters<typeof declineReturn>[1] }) =>
        declineReturn(context, input),
      returnProcess: ({ input }: { input: ProcessInput }) => processReturn(context, input, notifyReturn),
      returnClose: ({ id }: { id: string }) => endReturn(context, id, true),
      returnCancel: ({ id }: { id: string }) => endReturn(context, id, false),
      bulkOperationRunQuery: ({ query }: { query: string }) => bulk.run(context, query),
      bulkOperationCancel: ({ id }: { id: string }) => bulk.cancel(context, id),
      orderCancel: (args: Parameters<typeof cancelOrder>[1]) => cancelOrder(context, args, jobs),
      fulfillmentCreate: (args: Parameters<typeof createFulfillment>[1]) => createFulfillment(context, args),
      fulfillmentCancel: ({ id }: { id: string }) => cancelFulfillment(context, id, notify),
      fulfillmentTrackingInfoUpdate: (args: Parameters<typeof updateTracking>[1]) =>
        updateTracking(context, args),
      webhookSubscriptionCreate: ({
        topic,
        webhookSubscription,
      }: {
        topic: string;
        webhookSubscription: SubscriptionInput;
      }) => subscriptions.create(context, topic, webhookSubscription),
      webhookSubscriptionUpdate: ({
        id,
        webhookSubscription,
      }: {
        id: string;
        webhookSubscription: SubscriptionInput;
      }) => subscriptions.update(context, id, webhookSubscription),
      webhookSubscriptionDelete: ({ id }: { id: string }) => subscriptions.delete(context, id),
    };
  }

  /** What was put off is due: orders are cancelled, bulk operations begin and end. */
  function due(shop: Shop, what: string, about: string): void {
    if (what === 'bulk-start') bulk.start(about);
    if (what === 'cancel')
      jobs.finish(new CallContext(core, shop, notesStore, new Set(allScopes.split(',')), whole), about);
    if (what !== 'bulk-end') return;
    const ended = bulk.end(about, ({ scopes, leftOut }) => {
      const shown = { ...whole, leftOut: () => leftOut };
      const context = new CallContext(core, shop, notesStore, new Set(scopes), shown);
      return queryRoot(context, subscriptions, bulk, (id) => jobs.isDone(id));
    });
    if (ended !== null)
      notify(shop, [{ topic: 'BULK_OPERATIONS_FINISH', body: bulkBody(ended) }], core.clock.now());
  }

  function onShopEvent(shop: Shop, shopEvent: ShopEvent): void {
    if (shopEvent.kind === 'order') notesStore.note(shop, shopEvent.order, shopEvent.event);
    const context = new CallContext(core, shop, notesStore, new Set(allScopes.split(',')), whole);
    const notBefore = shopEvent.kind === 'order' ? shopEvent.order.visibleAt : core.clock.now();
    if (core.grants.consentOf('shopify', shop.id) !== null || shopEvent.kind === 'revoked')
      notify(shop, deliveriesOf(context, shopEvent), notBefore);
    if (shopEvent.kind === 'revoked') subscriptions.clear(shop);
  }

  function notify(shop: Shop, deliveries: readonly Delivery[], notBefore: number): void {
    for (const delivery of deliveries) {
      const eventId = newId(core, shop);
      for (const { uri, name } of addresses(shop, delivery.topic)) {
        const notice = webhookNotice(core, app.webhookSecret, shop, delivery, { name, eventId });
        core.notify(simulator, shop, notice, uri, notBefore);
      }
    }
  }

  /** Subscriptions made by API, and the address of the app's configuration, which hears of every topic. */
  function addresses(shop: Shop, topic: string): { uri: string; name: string | null }[] {
    const made = subscriptions.addresses(shop, topic);
    const configured = core.webhookUrl('shopify');
    return configured === null || made.some(({ uri }) => uri === configured)
      ? made
      : [...made, { uri: configured, name: null }];
  }

  const simulator: ChannelSimulator = {
    channel: 'shopify',
    home: { region: 'SG', currency: 'SGD', shopId: /^[a-z0-9][a-z0-9-]*$/ },
    app,
    identify,
    handle,
    throttled(call) {
      const shop = shopOf(call.request);
      const bucket = shop === null ? new Bucket(() => core.clock.now()) : bucketOf(shop);
      if (call.identity.nature !== 'token') bucket.empty();
      return call.identity.nature === 'token'
        ? jsonReply(429, { errors: 'Too Many Requests' }, { 'retry-after': '2' })
        : throttledReply(bucket, 100);
    },
    serverError: () => jsonReply(500, { errors: 'Internal Server Error' }),
    unknownError,
    drifts: driftChanges,
    lyingSuccess: ({ request }) => lyingSuccess(request),
    grant: (shop, { state }) => returnQuery(core, app, shop, state === undefined ? {} : { state }),
    ids: {
      shop: (name) =>
        name
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-+|-+$/g, ''),
      item: (shop, sequence) => String(numbered(shop, 'product', sequence)),
      variant: (shop, sequence) => String(numbered(shop, 'variant', sequence)),
      line: (shop, sequence) => String(numbered(shop, 'line', sequence)),
      order: (shop, sequence) => ({
        number: `#${String(1000 + sequence)}`,
        id: String(numbered(shop, 'order', sequence)),
      }),
    },
    places: {
      idOf: (shop, number) => gid('Location', numbered(shop, 'location', number)),
      mainName: (shop) => locationName(shop, mainPlace),
    },
    sendPrivacyNotice(shop, topic, orders) {
      const uri = core.webhookUrl('shopify');
      if (uri === null) return;
      const to = { name: null, eventId: newId(core, shop) };
      const notice = webhookNotice(core, app.webhookSecret, shop, privacyDelivery(shop, topic, orders), to);
      core.notify(simulator, shop, notice, uri, core.clock.now());
    },
    onShopEvent,
    due,
    pastOrder(shop, order) {
      for (const event of order.events) notesStore.note(shop, order, event);
    },
    setParcels(shop, order, state) {
      const notes = notesStore.of(shop, order);
      for (const one of uncancelled(notes)) one.state = state;
      notesStore.save(shop, order, notes);
    },
    orderFeatures: ['tax', 'tip', 'test', 'name', 'custom_line'],
    notices: webhookRules,
    wordFor(order) {
      const shop = core.shops('shopify').find((one) => one.orderById(order.id) === order);
      if (shop === undefined) return '';
      const notes = notesStore.of(shop, order);
      const words = [
        financialStatus(order, notes),
        fulfillmentStatus(order, notes),
        ...(notes.cancelledAt === null ? [] : ['CANCELLED']),
      ];
      return words.join(', ');
    },
    statusOf: (item, variant) =>
      variant.status === 'normal' ? productStatus(item) : variant.status.toUpperCase(),
  };
  return simulator;
}
