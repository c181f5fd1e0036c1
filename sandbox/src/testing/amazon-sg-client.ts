import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const tokens = z.looseObject({
  access_token: z.string().optional(),
  refresh_token: z.string().optional(),
  error: z.string().optional(),
});

export interface AmazonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface AmazonExchange extends AmazonAnswer {
  readonly method: string;
  readonly url: URL;
  readonly sent: unknown;
}

/** A plain Selling Partner API client, written from the documentation: it knows only the sandbox's addresses. */
export class AmazonClient {
  readonly #app: {
    readonly id: string;
    readonly secret: string;
    readonly hosts: Readonly<Record<string, string>>;
  };
  readonly #fetch: typeof fetch;
  /** Is called with every call of the API. */
  heard: (exchange: AmazonExchange) => void = () => undefined;
  accessToken = '';
  refreshToken = '';

  constructor(app: AmazonClient['app'], fetched: typeof fetch) {
    this.#app = app;
    this.#fetch = fetched;
  }

  get app(): {
    readonly id: string;
    readonly secret: string;
    readonly hosts: Readonly<Record<string, string>>;
  } {
    return this.#app;
  }

  async authorise(code: string, redirectUri = 'https://evenstock.example.test/back'): Promise<AmazonAnswer> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
  }

  async refresh(): Promise<AmazonAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: this.refreshToken });
  }

  async token(fields: Record<string, string>, isJson = false): Promise<AmazonAnswer> {
    const all = { client_id: this.#app.id, client_secret: this.#app.secret, ...fields };
    const body = isJson ? JSON.stringify(all) : new URLSearchParams(all).toString();
    const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
    const response = await this.#fetch(`${this.#app.hosts['auth'] ?? ''}/auth/o2/token`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    const read: unknown = await response.json();
    const given = tokens.parse(read);
    this.accessToken = given.access_token ?? this.accessToken;
    this.refreshToken = given.refresh_token ?? this.refreshToken;
    return { status: response.status, headers: response.headers, body: read };
  }

  async get(path: string, query: Record<string, string> = {}): Promise<AmazonAnswer> {
    return this.call('GET', path, query);
  }

  async post(path: string, body: unknown): Promise<AmazonAnswer> {
    return this.call('POST', path, {}, body);
  }

  async call(
    method: string,
    path: string,
    query: Record<string, string> = {},
    sent?: unknown,
    token = this.accessToken,
  ): Promise<AmazonAnswer> {
    const url = new URL(`${this.#app.hosts['api'] ?? ''}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await this.#fetch(url, {
      method,
      headers: {
        'user-agent': 'SandboxTest/1.0 (Language=TypeScript)',
        ...(token === '' ? {} : { 'x-amz-access-token': token }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    this.heard({ method, url, sent, status: response.status, headers: response.headers, body });
    return { status: response.status, headers: response.headers, body };
  }

  /** Uploads to a presigned address. */
  async upload(url: string, contentType: string, text: string): Promise<number> {
    return (await this.#fetch(url, { method: 'PUT', headers: { 'content-type': contentType }, body: text }))
      .status;
  }

  /** Downloads and decompresses the text at a presigned address. */
  async download(url: string): Promise<string> {
    const response = await this.#fetch(url);
    const bytes = Buffer.from(await response.arrayBuffer());
    return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8');
  }
}
