import type { Endpoint } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { withStatementLimit } from '../platform/database/statement-limit.ts';
import { actingWith } from '../platform/secrets/acting-token.ts';
import { inNetworks } from '../platform/network/networks.ts';
import { Answer, notFound, Refusal, type Actor, type Route, type StoreScope } from './routing.ts';
import { addCaughtMails } from './http-caught-mails.ts';
import { addDocuments } from './http-documents.ts';
import { answerTo, plainBody } from './http-errors.ts';
import { openEventStream } from './http-events.ts';
import { addFiles } from './http-files.ts';
import { formLimit, readForm, takeForms } from './http-forms.ts';
import { addSecurityHeaders, securityHeaders } from './http-headers.ts';
import { parseQuery, readInput } from './http-input.ts';
import { addMetrics, type MetricsSource } from './http-metrics.ts';
import { addNotices, type NoticeReceiver } from './http-notices.ts';
import { warnOfUntrustedProxy } from './http-proxies.ts';
import { addOperatorChecks } from './http-readiness.ts';
import { followRequests } from './http-requests.ts';
import { addStop } from './http-stop.ts';
import { addWeb } from './http-web.ts';
import type { LiveHub } from './live.ts';

/** A call before its input is parsed. */
export interface AdmissionRequest {
  readonly endpoint: Endpoint;
  /** The header Authentication-Token; a cookie is never looked at. */
  readonly token: string | null;
  /** The store of the path, by id or slug; null where the path has none. */
  readonly storeId: string | null;
}

export interface Admission {
  readonly actor: Actor | null;
  readonly store: StoreScope | null;
}

export interface HttpOptions {
  readonly ctx: Context;
  readonly routes: readonly Route[];
  /** Every declared endpoint; streams of live changes have no route of their own. */
  readonly endpoints: readonly Endpoint[];
  /** Authenticates and authorises a call. @throws Refusal where it is not allowed */
  readonly admit: (request: AdmissionRequest) => Promise<Admission>;
  readonly receiveNotice: NoticeReceiver;
  readonly live: LiveHub | null;
  /** Figures for Prometheus; without it their address does not exist. */
  readonly metrics?: MetricsSource | null;
  /** Proxies, besides those on this machine, whose X-Forwarded-For is trusted: addresses and networks (CIDR). */
  readonly trustedProxies?: readonly string[];
  /** How long a request may take to arrive whole, in milliseconds. */
  readonly arrivalLimit?: number;
  /** How long one statement of a call may take, in milliseconds; jobs have no limit. */
  readonly statementLimit?: number;
  /** Folder of the built web; null where the web is served by somebody else. */
  readonly webRoot: string | null;
  /** Tests: a reply that does not fit its schema has the reason in its answer. */
  readonly revealFaults?: boolean;
}

/** Largest body of a call, in bytes. */
const BODY_LIMIT = 1_048_576;
/** How long a request may take to arrive whole: who sends a byte now and then would hold its connection for ever. */
const ARRIVAL_LIMIT_MS = 30_000;
const STATEMENT_LIMIT_MS = 30_000;
const onThisMachine = ['127.0.0.0/8', '::1'];
/** Longest segment of a path: an order's number of 255 characters, percent-encoded. */
const SEGMENT_LIMIT = 1_024;

/** The web server: API, live changes, notices of marketplaces, the web, and what operators ask. It does not listen yet. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { ctx, trustedProxies = [], arrivalLimit = ARRIVAL_LIMIT_MS } = options;
  const isTrusted = inNetworks([...onThisMachine, ...trustedProxies]);
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    trustProxy: isTrusted,
    requestTimeout: arrivalLimit,
    // Node takes the longer of the two times for the body, and looks this often.
    http: { headersTimeout: arrivalLimit, connectionsCheckingInterval: arrivalLimit / 6 },
    forceCloseConnections: 'idle',
    // What arrives on an open connection while the server stops is still answered.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: SEGMENT_LIMIT,
      ignoreTrailingSlash: true,
      querystringParser: parseQuery,
    },
    rewriteUrl: (request) => withoutSuffix(request.url ?? '/'),
    frameworkErrors: (_error, _request, reply) => {
      reply.raw.writeHead(404, { ...securityHeaders(ctx.settings), 'content-type': 'application/json' });
      reply.raw.end(JSON.stringify(plainBody(message('api.address_unknown'))));
    },
  });
  app.decorateRequest('admission', null);
  addSecurityHeaders(app, ctx.settings);
  warnOfUntrustedProxy(app, isTrusted, ctx.log);
  followRequests(app, ctx.log, options.metrics?.count ?? null);
  const { isStopping } = addStop(app, options.live);
  await app.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] });
  readJsonBodies(app);

  app.setErrorHandler((error, request, reply) => {
    const name = request.routeOptions.config.endpoint?.name ?? 'none';
    const answer = answerTo(error, name, ctx.log);
    request.reference = answer.reference ?? null;
    if (answer.retryAfterSeconds !== undefined) {
      void reply.header('retry-after', String(answer.retryAfterSeconds));
    }
    const seen = options.revealFaults === true && answer.status === 500 ? { fault: String(error) } : {};
    return reply.code(answer.status).send({ ...answer.body, ...seen });
  });
  addOperatorChecks(app, ctx, isStopping);
  addMetrics(app, options.metrics ?? null);
  addNotices(app, options.receiveNotice);
  addFiles(app, ctx);
  addDocuments(app, options.endpoints);
  if (ctx.settings.isDemo) addCaughtMails(app, ctx.db);
  for (const route of options.routes) {
    if (route.endpoint.takes !== 'form') addRoute(app, options, route);
  }
  await app.register(async (scope) => {
    await takeForms(scope);
    for (const route of options.routes) {
      if (route.endpoint.takes === 'form') addRoute(scope, options, route);
    }
  });
  for (const endpoint of options.endpoints) {
    if (endpoint.kind === 'events' && options.live !== null) addStream(app, options, options.live, endpoint);
  }
  const page = options.webRoot === null ? null : await addWeb(app, options.webRoot, ctx);
  if (page !== null) app.get('/', (_request, reply) => page(reply));
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      page !== null && request.method === 'GET' && !/^\/(api|webhooks)(\/|\?|$)/.test(request.url);
    return isPage ? page(reply) : reply.code(404).send(plainBody(message('api.address_unknown')));
  });
  return app;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    admission: Admission | null;
  }
}

/** `/api/….json?…` is the same as `/api/…?…`. */
function withoutSuffix(url: string): string {
  return url.startsWith('/api/') ? url.replace(/\.json(?=\?|$)/, '') : url;
}

function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text.trim() === '') done(null, undefined);
    else void parse(request, text, done);
  });
}

/** Authenticates and authorises a call before its body is received. */
function admitFirst(options: HttpOptions, endpoint: Endpoint) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = request.headers['authentication-token'];
    const { storeId } = segments(request);
    request.admission = await options.admit({
      endpoint,
      token: typeof token === 'string' && token !== '' ? token : null,
      storeId: storeId ?? null,
    });
  };
}

function segments(request: FastifyRequest): Record<string, string | undefined> {
  const { params } = request;
  return typeof params === 'object' && params !== null ? { ...params } : {};
}

function addRoute(app: FastifyInstance, options: HttpOptions, { endpoint, handle }: Route): void {
  const { statementLimit = STATEMENT_LIMIT_MS } = options;
  app.route({
    method: endpoint.method,
    url: withoutSuffix(endpoint.path),
    config: { endpoint },
    ...(endpoint.takes === 'form' ? { bodyLimit: formLimit(endpoint) } : {}),
    onRequest: admitFirst(options, endpoint),
    handler: async (request, reply) => {
      const { body, file } =
        endpoint.takes === 'form'
          ? await readForm(request, reply, endpoint)
          : { body: request.body ?? {}, file: null };
      const { actor, store } = request.admission ?? { actor: null, store: null };
      const call = {
        ctx: options.ctx,
        actor,
        store,
        params: readSegments(endpoint, request),
        query: readInput(endpoint.query, request.query ?? {}, 'query'),
        body: readInput(endpoint.body, body, 'body'),
        file,
        address: request.ip,
        agent: request.headers['user-agent'] ?? null,
        respondsAsync: /\brespond-async\b/i.test(String(request.headers['prefer'] ?? '')),
      };
      const result = await withStatementLimit(statementLimit, () =>
        actingWith(actor?.token?.id ?? null, () => handle(call)),
      );
      return sendReply(reply, endpoint, result);
    },
  });
}

/** A name that its schema refuses cannot be any record's. */
function readSegments(endpoint: Endpoint, request: FastifyRequest): unknown {
  const parsed = endpoint.params.safeParse(segments(request));
  const holdsNul = Object.values(segments(request)).some((value) => value?.includes('\u0000') === true);
  if (!parsed.success || holdsNul) throw notFound('record');
  return parsed.data;
}

/** Filters a reply by its schema: fields that are not declared are dropped, and a reply that does not fit is an error of ours. */
function sendReply(reply: FastifyReply, endpoint: Endpoint, result: unknown): FastifyReply {
  const [status, body] = result instanceof Answer ? [result.status, result.body] : [200, result];
  const parsed = endpoint.reply.safeParse(body);
  if (!parsed.success) {
    const places = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', ');
    throw new Error(`The reply of ${endpoint.name} does not fit its schema at: ${places}`);
  }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(parsed.data));
}

function addStream(app: FastifyInstance, options: HttpOptions, hub: LiveHub, endpoint: Endpoint): void {
  app.get(
    withoutSuffix(endpoint.path),
    { config: { endpoint }, onRequest: admitFirst(options, endpoint) },
    (request, reply) => {
      const { actor, store } = request.admission ?? {};
      if (!actor || !store) throw new Refusal(401, message('api.sign_in'));
      readInput(endpoint.query, request.query ?? {}, 'query');
      const token = request.headers['authentication-token'];
      const stream = openEventStream({
        hub,
        storeId: store.id,
        userId: actor.userId,
        sessionId: actor.sessionId,
        isReturning: request.headers['last-event-id'] !== undefined,
        mayStay: () => mayStay(options, endpoint, String(token), String(store.id)),
      });
      request.raw.on('close', () => stream.destroy());
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          // A stream that ends takes its connection with it: a server that stops would wait for it otherwise.
          .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' })
          .send(stream)
      );
    },
  );
}

async function mayStay(
  options: HttpOptions,
  endpoint: Endpoint,
  token: string,
  storeId: string,
): Promise<boolean> {
  try {
    await options.admit({ endpoint, token, storeId });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
