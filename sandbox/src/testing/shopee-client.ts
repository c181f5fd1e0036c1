import { createHmac } from 'node:crypto';

/** A plain Shopee client, written from the documentation: it knows only the sandbox's address. */
export class ShopeeClient {
  readonly #base: string;
  readonly #partnerId: string;
  readonly #partnerKey: string;
  readonly #fetch: typeof fetch;
  shopId = '';
  accessToken = '';
  refreshToken = '';
  /** The Unix seconds to sign with; the system's time if absent. */
  now: () => number = () => Math.floor(Date.now() / 1000);

  constructor(app: { base: string; partnerId: string; partnerKey: string; fetch?: typeof fetch }) {
    this.#base = app.base;
    this.#partnerId = app.partnerId;
    this.#partnerKey = app.partnerKey;
    this.#fetch = app.fetch ?? fetch;
  }

  sign(text: string): string {
    return createHmac('sha256', this.#partnerKey).update(text).digest('hex');
  }

  async authorise(code: string, shopId: string): Promise<ShopeeAnswer> {
    this.shopId = shopId;
    return this.#takeTokens('/api/v2/auth/token/get', { code });
  }

  async refresh(): Promise<ShopeeAnswer> {
    return this.#takeTokens('/api/v2/auth/access_token/get', { refresh_token: this.refreshToken });
  }

  async get(path: string, parameters: Record<string, string | number> = {}): Promise<ShopeeAnswer> {
    return this.send('GET', path, parameters, undefined);
  }

  async post(path: string, body: unknown): Promise<ShopeeAnswer> {
    return this.send('POST', path, {}, body);
  }

  async send(
    method: string,
    path: string,
    parameters: Record<string, string | number>,
    body: unknown,
  ): Promise<ShopeeAnswer> {
    const query = this.shopQuery(`/api/v2${path}`);
    for (const [name, value] of Object.entries(parameters)) query.append(name, String(value));
    return this.sendSigned(method, `/api/v2${path}`, query, body);
  }

  /** A form with files. */
  async postForm(path: string, form: FormData): Promise<ShopeeAnswer> {
    const full = `/api/v2${path}`;
    const reply = await this.#fetch(`${this.#base}${full}?${this.shopQuery(full).toString()}`, {
      method: 'POST',
      body: form,
    });
    const answer: unknown = await reply.json();
    return new ShopeeAnswer(reply.status, answer);
  }

  /** Sends a POST whose answer may be a file. */
  async download(path: string, body: unknown): Promise<{ mediaType: string; text: string }> {
    const full = `/api/v2${path}`;
    const reply = await this.#fetch(`${this.#base}${full}?${this.shopQuery(full).toString()}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return { mediaType: reply.headers.get('content-type') ?? '', text: await reply.text() };
  }

  shopQuery(path: string): URLSearchParams {
    const timestamp = String(this.now());
    const sign = this.sign(`${this.#partnerId}${path}${timestamp}${this.accessToken}${this.shopId}`);
    return new URLSearchParams({
      partner_id: this.#partnerId,
      timestamp,
      sign,
      access_token: this.accessToken,
      shop_id: this.shopId,
    });
  }

  async sendSigned(
    method: string,
    path: string,
    query: URLSearchParams,
    body: unknown,
  ): Promise<ShopeeAnswer> {
    const reply = await this.#fetch(`${this.#base}${path}?${query.toString()}`, {
      method,
      signal: AbortSignal.timeout(3_000),
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer: unknown = await reply.json();
    return new ShopeeAnswer(reply.status, answer);
  }

  async #takeTokens(path: string, body: Record<string, string>): Promise<ShopeeAnswer> {
    const timestamp = String(this.now());
    const query = new URLSearchParams({
      partner_id: this.#partnerId,
      timestamp,
      sign: this.sign(`${this.#partnerId}${path}${timestamp}`),
    });
    const answer = await this.sendSigned('POST', path, query, {
      ...body,
      partner_id: Number(this.#partnerId),
      shop_id: Number(this.shopId),
    });
    if (answer.error === '') {
      this.accessToken = answer.text('access_token');
      this.refreshToken = answer.text('refresh_token');
    }
    return answer;
  }
}

/** An answer whose values are read by path: `at('response', 'item', 0, 'item_id')`. */
export class ShopeeAnswer {
  readonly status: number;
  readonly #value: unknown;

  constructor(status: number, value: unknown) {
    this.status = status;
    this.#value = value;
  }

  at(...path: (string | number)[]): unknown {
    let value = this.#value;
    for (const part of path) {
      if (Array.isArray(value)) value = value[Number(part)];
      else if (typeof value === 'object' && value !== null)
        value = Object.entries(value).find(([name]) => name === part)?.[1];
      else return undefined;
    }
    return value;
  }

  list(...path: (string | number)[]): unknown[] {
    const value = this.at(...path);
    return Array.isArray(value) ? value : [];
  }

  text(...path: (string | number)[]): string {
    return String(this.at(...path));
  }

  get error(): string {
    return this.text('error');
  }
}
