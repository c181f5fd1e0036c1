import { z } from 'zod';
import { createRandom } from '../core/random.ts';
import type { Table } from '../core/journal.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import { GatewayError, QapiError } from './reply.ts';
import type { SentCall } from './sent-call.ts';

const sellerRecord = z.object({
  /** What QSM gives the seller to call the service with. */
  apiKey: z.string(),
  /** Password of the seller's QSM user id, which is the shop's id. */
  password: z.string(),
});
type SellerRecord = z.infer<typeof sellerRecord>;

/** About a year (qoo10.md 1.1). */
const keyLifeSeconds = 365 * 86_400;

const codes = { keyInvalid: -10000, sellerNotFound: -10001, keyExpired: -90004 } as const;

/** What sellers type in, and the certification keys that they get for it (qoo10.md 1.1). */
export class Credentials {
  readonly #core: Core;
  readonly #sellers: Table<SellerRecord>;

  constructor(core: Core) {
    this.#core = core;
    this.#sellers = core.table('qoo10/sellers', sellerRecord);
  }

  /** What a seller types into an app: the same until the consent is taken back. */
  ofSeller(shop: Shop): { key: string; user_id: string; password: string } {
    const seller = this.#sellers.get(shop.id) ?? this.#newSeller(shop);
    this.#core.grants.consent('qoo10', shop.id);
    return { key: seller.apiKey, user_id: shop.id, password: seller.password };
  }

  /** The seller has a new password and a new API key; the old ones are good for nothing. */
  change(shop: Shop): void {
    this.#sellers.delete(shop.id);
  }

  /** `CertificationAPI.CreateCertificationKey`. As many keys as asked; each lives on its own. */
  createKey(sent: SentCall): string {
    const shop = this.#core.shop('qoo10', sent.parameters.get('user_id') ?? '');
    const seller = shop && this.#sellers.get(shop.id);
    const isKnown = [...this.#sellers.values()].some(({ apiKey }) => apiKey === sent.key);
    if (!isKnown) throw new QapiError(codes.keyInvalid, 'The API key is not valid.');
    if (!shop || !seller || seller.password !== sent.parameters.get('pwd') || seller.apiKey !== sent.key)
      throw new QapiError(codes.sellerNotFound, 'The user id or the password is wrong.');
    const token = `S5bn${this.#secret(shop, 44)}_g_3_`;
    this.#core.grants.addToken(
      { token, kind: 'access', channel: 'qoo10', shop: shop.id, extra: {} },
      keyLifeSeconds,
    );
    return token;
  }

  /** The shop that a certification key was given to. Throws what the gateway says to a wrong or an old one. */
  shopOf(key: string): Shop {
    const token = this.#core.grants.token('qoo10', 'access', key);
    const shop = token && this.#core.shop('qoo10', token.shop);
    if (shop) return shop;
    if (this.#core.grants.wasGiven('qoo10', key))
      throw new GatewayError(codes.keyExpired, 'The certification key has expired.');
    throw new GatewayError(codes.keyInvalid, 'The certification key is not valid.');
  }

  #newSeller(shop: Shop): SellerRecord {
    return this.#sellers.put(shop.id, {
      apiKey: `qsm_${this.#secret(shop, 24)}`,
      password: `p@ss+${this.#secret(shop, 8)}`,
    });
  }

  /** Repeatable with the seed, and never the same twice in a shop. */
  #secret(shop: Shop, digits: number): string {
    const number = shop.nextNumber('qoo10-secret');
    return createRandom(this.#core.random('qoo10').hex(8), shop.id, number).hex(digits);
  }
}
