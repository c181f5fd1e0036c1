import { request } from 'node:http';
import { z } from 'zod';

const graphqlAnswer = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(
      z.looseObject({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.looseObject({ code: z.string() }).optional(),
      }),
    ).optional(),
  extensions: z.object({
      cost: z.object({
        requestedQueryCost: z.number(),
        actualQueryCost: z.number().nullable(),
        throttleStatus: z.object({ maximumAvailable: z.number(), currentlyAvailable: z.number(), restoreRate: z.number() }),
      }),
    }).optional(),
}); // oxfmt-ignore
export type GraphqlAnswer = z.infer<typeof graphqlAnswer>;

const tokenAnswer = z.looseObject({
  access_token: z.string().optional(),
  refresh_token: z.string().optional(),
  error: z.string().optional(),
});
export type TokenAnswer = z.infer<typeof tokenAnswer>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A plain Admin API client of one shop, written from the documentation. It names the shop in the Host header. */
export class ShopifyClient {
  readonly #address: string;
  readonly #host: string;
  readonly #app: { readonly id: string; readonly secret: string };
  accessToken = '';
  refreshToken = '';

  constructor(address: string, host: string, app: { readonly id: string; readonly secret: string }) {
    this.#address = address;
    this.#host = host;
    this.#app = app;
  }

  async authorise(code: string, expiring = true): Promise<TokenAnswer> {
    return this.token({ code, ...(expiring ? { expiring: '1' } : {}) });
  }

  async refresh(): Promise<TokenAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: this.refreshToken });
  }

  async token(fields: Record<string, string>): Promise<TokenAnswer> {
    const body = { client_id: this.#app.id, client_secret: this.#app.secret, ...fields };
    const got = await this.send('POST', '/admin/oauth/access_token', JSON.stringify(body));
    const tokens = tokenAnswer.parse(JSON.parse(got.text));
    this.accessToken = tokens.access_token ?? this.accessToken;
    this.refreshToken = tokens.refresh_token ?? this.refreshToken;
    return { ...tokens, status: got.status };
  }

  /** Throws unless the answer is a GraphQL answer. */
  async graphql(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    const got = await this.send(
      'POST',
      '/admin/api/2026-10/graphql.json',
      JSON.stringify({ query, variables }),
    );
    if (got.status !== 200) throw new Error(`HTTP ${String(got.status)}: ${got.text}`);
    return graphqlAnswer.parse(JSON.parse(got.text));
  }

  async send(method: string, path: string, body = '', type = 'application/json'): Promise<Answer> {
    const headers = {
      host: this.#host,
      'content-type': type,
      ...(this.accessToken === '' ? {} : { 'x-shopify-access-token': this.accessToken }),
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(new URL(path, this.#address), { method, headers }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (part: string) => (text += part));
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}
