import { createHmac } from 'node:crypto';
import { z } from 'zod';

const answer = z.looseObject({
  code: z.string(),
  type: z.string().optional(),
  message: z.string().optional(),
  request_id: z.string(),
  data: z.unknown().optional(),
  result: z.unknown().optional(),
  detail: z.array(z.looseObject({ sku_id: z.string().optional(), code: z.string() })).optional(),
});
export type LazadaAnswer = z.infer<typeof answer>;

/** The three ways in which clients send a POST: the vendor's Python SDK, its TypeScript SDK, its PHP SDK. */
export type LazadaStyle = 'all-in-form' | 'business-in-form' | 'business-in-json';

/** A plain Lazada client, written from the documentation: it knows only the sandbox's addresses. */
export class LazadaClient {
  readonly #hosts: { readonly api: string; readonly auth: string };
  readonly #appKey: string;
  readonly #secret: string;
  style: LazadaStyle = 'all-in-form';
  accessToken = '';
  refreshToken = '';
  /** The instant to sign with, in milliseconds. */
  now: () => number = () => Date.now();

  constructor(app: { hosts: { api: string; auth: string }; id: string; secret: string }) {
    this.#hosts = app.hosts;
    this.#appKey = app.id;
    this.#secret = app.secret;
  }

  async authorise(code: string): Promise<LazadaAnswer> {
    return this.#takeTokens(await this.call('POST', '/auth/token/create', { code }));
  }

  async refresh(): Promise<LazadaAnswer> {
    const parameters = { refresh_token: this.refreshToken };
    return this.#takeTokens(await this.call('GET', '/auth/token/refresh', parameters));
  }

  async get(path: string, parameters: Record<string, string> = {}): Promise<LazadaAnswer> {
    return this.call('GET', path, { access_token: this.accessToken, ...parameters });
  }

  async post(path: string, parameters: Record<string, string>): Promise<LazadaAnswer> {
    return this.call('POST', path, { access_token: this.accessToken, ...parameters });
  }

  /** Sends a form with a file, which is not signed. */
  async upload(path: string, file: Blob): Promise<LazadaAnswer> {
    const parameters: Record<string, string> = {
      app_key: this.#appKey,
      sign_method: 'sha256',
      timestamp: String(this.now()),
      access_token: this.accessToken,
    };
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...parameters, sign: this.sign(path, parameters) }))
      form.append(name, value);
    form.append('image', file, 'proof.png');
    return read(await fetch(`${this.#hosts.api}${path}`, { method: 'POST', body: form }));
  }

  /** Signs and sends; `spoil` changes the request after it was signed. */
  async call(
    method: 'GET' | 'POST',
    path: string,
    given: Record<string, string>,
    spoil: Record<string, string> = {},
  ): Promise<LazadaAnswer> {
    const { access_token, ...business } = given;
    const system: Record<string, string> = {
      app_key: this.#appKey,
      sign_method: 'sha256',
      timestamp: String(this.now()),
      ...(access_token === undefined ? {} : { access_token }),
    };
    const sign = this.sign(path, { ...system, ...business });
    const sent = { ...system, sign, ...spoil };
    const base = path.startsWith('/auth/') ? this.#hosts.auth : this.#hosts.api;
    if (method === 'GET') return read(await fetch(`${base}${path}?${text({ ...sent, ...business })}`));
    if (this.style === 'all-in-form') {
      return read(
        await fetch(`${base}${path}`, { method, body: new URLSearchParams({ ...sent, ...business }) }),
      );
    }
    const url = `${base}${path}?${text(sent)}`;
    if (this.style === 'business-in-form')
      return read(await fetch(url, { method, body: new URLSearchParams(business) }));
    const headers = { 'content-type': 'application/json' };
    return read(await fetch(url, { method, headers, body: JSON.stringify(business) }));
  }

  sign(path: string, parameters: Record<string, string>): string {
    const names = Object.keys(parameters).sort();
    const signed = path + names.map((name) => `${name}${parameters[name] ?? ''}`).join('');
    return createHmac('sha256', this.#secret).update(signed).digest('hex').toUpperCase();
  }

  #takeTokens(got: LazadaAnswer): LazadaAnswer {
    if (typeof got['access_token'] === 'string') this.accessToken = got['access_token'];
    if (typeof got['refresh_token'] === 'string') this.refreshToken = got['refresh_token'];
    return got;
  }
}

function text(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString();
}

async function read(response: Response): Promise<LazadaAnswer> {
  return answer.parse(await response.json());
}
