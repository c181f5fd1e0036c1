import { endpoints } from '@evenstock/contract/table';
import type { UserRole } from '@evenstock/contract/accounts/accounts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { z } from 'zod';
import { createAccount } from '../modules/accounts/create-account.ts';
import { admitCaller } from '../modules/stores/store/admit-caller.ts';
import { createHttp, type HttpOptions } from '../api/http.ts';
import { routes, takeNotice } from '../wiring.ts';
import type { TestContext } from './context.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TestServer {
  readonly app: FastifyInstance;
  /** Calls the real router. Without a token nobody is signed in. */
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    options?: { token?: string; body?: unknown; from?: string },
  ): Promise<Answer>;
  /** Creates the account if it is new, signs in through the router, and returns the token. */
  signIn(email: string, role?: UserRole): Promise<string>;
  close(): Promise<void>;
}

export const PASSWORD = 'correct-horse-battery';
const signedIn = z.object({ user: z.object({ authentication_token: z.string() }) });

/** A body as it is sent: a form as a browser sends it, all else as JSON. */
async function sentAs(body: unknown): Promise<{ type: string; payload: string | Buffer } | null> {
  if (body === undefined) return null;
  if (!(body instanceof FormData)) {
    return { type: 'application/json', payload: typeof body === 'string' ? body : JSON.stringify(body) };
  }
  const request = new Request('http://localhost/', { method: 'POST', body });
  const type = request.headers.get('content-type') ?? '';
  return { type, payload: Buffer.from(await request.arrayBuffer()) };
}

/** The real router over a test's context, without a socket. */
export async function createTestServer(
  ctx: TestContext,
  overrides: Partial<HttpOptions> = {},
): Promise<TestServer> {
  const app = await createHttp({
    ctx,
    routes,
    endpoints,
    admit: (request) => admitCaller(ctx, request),
    receiveNotice: (notice) => takeNotice(ctx, notice),
    live: null,
    webRoot: null,
    revealFaults: true,
    ...overrides,
  });
  await app.ready();
  const call: TestServer['call'] = async (method, url, { token, body, from } = {}) => {
    const sent = await sentAs(body);
    const request: InjectOptions = {
      method,
      url,
      ...(from === undefined ? {} : { remoteAddress: from }),
      headers: {
        ...(token === undefined ? {} : { 'authentication-token': token }),
        ...(sent === null ? {} : { 'content-type': sent.type }),
      },
      ...(sent === null ? {} : { payload: sent.payload }),
    };
    const answer = await app.inject(request);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      body: isJson && answer.body !== '' ? answer.json<unknown>() : answer.body,
      headers: answer.headers,
    };
  };
  return {
    app,
    call,
    async signIn(email, role = 'member') {
      await createAccount(ctx, { email, password: PASSWORD, role });
      const answer = await call('POST', '/api/sessions.json', {
        body: { user: { email, password: PASSWORD } },
      });
      return signedIn.parse(answer.body).user.authentication_token;
    },
    async close() {
      // An answer that its caller left half-read would keep the server open.
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
