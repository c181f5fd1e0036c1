import { createHmac } from 'node:crypto';
import { z } from 'zod';

const answer = z.object({
  code: z.int(),
  message: z.string(),
  request_id: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type TiktokAnswer = z.infer<typeof answer> & { readonly status: number };

const tokens = z.looseObject({ access_token: z.string(), refresh_token: z.string() });
const shopList = z.looseObject({ shops: z.array(z.looseObject({ cipher: z.string() })) });

interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Changes the request after it was signed. */
  readonly spoil?: Readonly<Record<string, string>>;
}

/** A plain TikTok Shop client, written from the documentation: it knows only the sandbox's addresses. */
export class TiktokClient {
  readonly #base: string;
  readonly #auth: string;
  readonly #key: string;
  readonly #secret: string;
  readonly #fetch: typeof fetch;
  accessToken = '';
  refreshToken = '';
  cipher: string | null = null;
  /** The seconds to sign with. */
  now: () => number;

  constructor(
    app: { readonly hosts: Readonly<Record<string, string>>; readonly id: string; readonly secret: string },
    through: typeof fetch,
    now: () => number,
  ) {
    this.#base = app.hosts['api'] ?? '';
    this.#auth = app.hosts['auth'] ?? '';
    this.#key = app.id;
    this.#secret = app.secret;
    this.#fetch = through;
    this.now = now;
  }

  async authorise(code: string): Promise<TiktokAnswer> {
    const got = await this.token('get', { auth_code: code, grant_type: 'authorized_code' });
    if (got.code !== 0) return got;
    const listed = await this.get('/authorization/202309/shops', {}, null);
    this.cipher = shopList.parse(listed.data).shops[0]?.cipher ?? null;
    return got;
  }

  async refresh(): Promise<TiktokAnswer> {
    return this.token('refresh', { refresh_token: this.refreshToken, grant_type: 'refresh_token' });
  }

  async token(which: 'get' | 'refresh', given: Record<string, string>): Promise<TiktokAnswer> {
    const query = new URLSearchParams({ app_key: this.#key, app_secret: this.#secret, ...given });
    const reply = await this.#fetch(`${this.#auth}/api/v2/token/${which}?${query.toString()}`);
    const got = await read(reply);
    const pair = tokens.safeParse(got.data);
    if (pair.success) {
      this.accessToken = pair.data.access_token;
      this.refreshToken = pair.data.refresh_token;
    }
    return got;
  }

  async get(
    path: string,
    query: Record<string, string> = {},
    cipher: string | null = this.cipher,
  ): Promise<TiktokAnswer> {
    return this.call('GET', path, { query: withCipher(query, cipher) });
  }

  async post(path: string, body?: unknown, query: Record<string, string> = {}): Promise<TiktokAnswer> {
    return this.call('POST', path, { query: withCipher(query, this.cipher), body });
  }

  async send(method: 'PUT' | 'DELETE', path: string, body?: unknown): Promise<TiktokAnswer> {
    return this.call(method, path, { query: withCipher({}, this.cipher), body });
  }

  /** Signs and sends. */
  async call(method: string, path: string, { query = {}, body, spoil = {} }: Sent): Promise<TiktokAnswer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const signed: Record<string, string> = {
      ...query,
      app_key: this.#key,
      timestamp: String(this.now()),
    };
    const sent = new URLSearchParams({ ...signed, sign: this.#sign(path, signed, text), ...spoil });
    const reply = await this.#fetch(`${this.#base}${path}?${sent.toString()}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-tts-access-token': this.accessToken },
      ...(text === '' ? {} : { body: text }),
    });
    return read(reply);
  }

  #sign(path: string, query: Record<string, string>, body: string): string {
    const names = Object.keys(query).sort();
    const parameters = names.map((name) => `${name}${query[name] ?? ''}`).join('');
    const message = `${this.#secret}${path}${parameters}${body}${this.#secret}`;
    return createHmac('sha256', this.#secret).update(message).digest('hex');
  }
}

function withCipher(query: Record<string, string>, cipher: string | null): Record<string, string> {
  return cipher === null ? query : { ...query, shop_cipher: cipher };
}

async function read(reply: Response): Promise<TiktokAnswer> {
  return { ...answer.parse(await reply.json()), status: reply.status };
}
