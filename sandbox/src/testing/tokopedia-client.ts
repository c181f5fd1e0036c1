import { z } from 'zod';

const tokenAnswer = z.looseObject({ access_token: z.string().optional(), error: z.string().optional() });
const inHeader = z.looseObject({
  header: z.looseObject({
    messages: z.string(),
    reason: z.string().optional(),
    error_code: z.string().optional(),
  }),
  data: z.unknown(),
});
const inStatus = z.object({ data: z.unknown(), status: z.string(), error_message: z.array(z.string()) });

/** The data, whichever envelope it came in. */
export interface TokopediaAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
  /** The error code, `ORD_DLV_013`; empty without an error. */
  readonly code: string;
  /** The error's message. */
  readonly reason: string;
}

/** A plain client of the Open API, written from the documentation: it knows only the sandbox's addresses. */
export class TokopediaClient {
  readonly #hosts: { readonly api: string; readonly auth: string };
  readonly #fetch: typeof fetch;
  readonly #basic: string;
  readonly fsId: string;
  accessToken = '';

  constructor(
    app: { id: string; secret: string; fsId: string; hosts: { api: string; auth: string } },
    fetched: typeof fetch = fetch,
  ) {
    this.#hosts = app.hosts;
    this.#fetch = fetched;
    this.#basic = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`;
    this.fsId = app.fsId;
  }

  async token(authorization = this.#basic, grantType = 'client_credentials'): Promise<Response> {
    return this.#fetch(`${this.#hosts.auth}/token?grant_type=${grantType}`, {
      method: 'POST',
      headers: { Authorization: authorization },
    });
  }

  async authorise(): Promise<void> {
    const got = tokenAnswer.parse(await (await this.token()).json());
    this.accessToken = got.access_token ?? '';
  }

  /** `{fs}` in the path is replaced by the app's fs_id. */
  async get(path: string, parameters: Record<string, string | number> = {}): Promise<TokopediaAnswer> {
    return read(await this.send('GET', path, parameters));
  }

  async post(
    path: string,
    body?: unknown,
    parameters: Record<string, string | number> = {},
  ): Promise<TokopediaAnswer> {
    return read(await this.send('POST', path, parameters, body));
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    parameters: Record<string, string | number> = {},
    body?: unknown,
  ): Promise<Response> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    const suffix = query.size === 0 ? '' : `?${query.toString()}`;
    return this.#fetch(`${this.#hosts.api}${path.replace('{fs}', this.fsId)}${suffix}`, {
      method,
      headers: { Authorization: `Bearer ${this.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

async function read(response: Response): Promise<TokopediaAnswer> {
  const { status, headers } = response;
  const body: unknown = await response.json();
  const plain = inHeader.safeParse(body);
  if (plain.success) {
    const { header, data } = plain.data;
    return { status, headers, data, code: header.error_code ?? '', reason: header.reason ?? '' };
  }
  const { data, error_message } = inStatus.parse(body);
  return { status, headers, data, code: '', reason: error_message.join() };
}
