import { z } from 'zod';

const answer = z.looseObject({
  ResultObject: z.unknown().optional(),
  ResultCode: z.union([z.int(), z.string()]).optional(),
  ResultMsg: z.string().optional(),
  ErrorCode: z.int().optional(),
  ErrorMsg: z.string().optional(),
});
export type Qoo10Answer = z.infer<typeof answer>;

/** The calling forms of the service: query, path with headers, path with the key as a parameter, class path. */
export type Qoo10Form = 'query' | 'path' | 'path-and-key' | 'class-path';

const service = '/GMKT.INC.Front.QAPIService';

/** A plain QAPI client, written from the documentation: it knows only the sandbox's address. */
export class Qoo10Client {
  readonly #base: string;
  readonly #fetch: typeof fetch;
  form: Qoo10Form = 'query';
  /** `Giosis` in Singapore, `ebayjapan` in Japan. */
  entry = 'Giosis';
  version = '1.0';
  key = '';

  constructor(base: string, fetched: typeof fetch = fetch) {
    this.#base = base;
    this.#fetch = fetched;
  }

  /** Gets a certification key for the seller's credentials. */
  async authorise(seller: { key: string; user_id: string; password: string }): Promise<Qoo10Answer> {
    const typed = { user_id: seller.user_id, pwd: seller.password };
    const got = await this.call('CertificationAPI.CreateCertificationKey', typed, seller.key);
    if (got.ResultCode === 0 && typeof got.ResultObject === 'string') this.key = got.ResultObject;
    return got;
  }

  async call(method: string, parameters: Record<string, string> = {}, key = this.key): Promise<Qoo10Answer> {
    const response = await this.send(method, parameters, key);
    return answer.parse(await response.json());
  }

  async send(method: string, parameters: Record<string, string>, key = this.key): Promise<Response> {
    const entry = `${this.#base}${service}/${this.entry}.qapi`;
    switch (this.form) {
      case 'query': {
        const query = new URLSearchParams({
          v: this.version,
          returnType: 'json',
          method,
          key,
          ...parameters,
        });
        return this.#fetch(`${entry}?${query.toString()}`);
      }
      case 'path-and-key': {
        const query = new URLSearchParams({ key, ...parameters });
        return this.#fetch(`${entry}/${method}?${query.toString()}`, { method: 'POST' });
      }
      default: {
        const url =
          this.form === 'path'
            ? `${entry}/${method}`
            : `${this.#base}${service}/${method.replace('.', '.qapi/')}`;
        return this.#fetch(url, {
          method: 'POST',
          headers: { GiosisCertificationKey: key, QAPIVersion: this.version },
          body: new URLSearchParams({ returnType: 'json', ...parameters }),
        });
      }
    }
  }
}
