import { message } from '@evenstock/contract/messages/message';
import type { Locations } from '../kit/locations.ts';
import { ChannelError, rejected, unauthorised, unexpected } from '../kit/errors.ts';
import type { Access, Credentials } from '../kit/access.ts';
import type { KeysAuthorisation } from '../kit/authorisation.ts';
import { callFs, dataOf, fsIdOf, newToken } from './client.ts';
import { shop, shops } from './wire.ts';
import type { ShopInfo } from './wire.ts';
import { channel } from './channel.ts';

const day = 86_400;
const shopsAPage = 50;
const mostPages = 200;

/**
 * tokopedia.md 1: the app's keys get a token for all shops that Tokopedia has linked to it; the seller enters nothing. The shop of a
 * marketplace is the linked one with exactly the given name. There is no refresh token: `refreshToken` holds the app's id.
 */
export const authorisation: KeysAuthorisation = {
  by: 'keys',
  fields: [],

  async complete(app, http, _values, shopName) {
    const name = shopName ?? '';
    if (name === '') {
      throw rejected('shop_name', message('consent.shop_name_needed', { channel }));
    }
    try {
      const credentials = await tokenFor({ app, http, credentials: nobody });
      const found = (await linkedShops({ app, http, credentials })).filter((shop) => shop.shop_name === name);
      return { ...credentials, shopId: theOne(found, name).shop_id };
    } catch (error) {
      if (!(error instanceof ChannelError) || error.fault.kind !== 'unauthorised') throw error;
      throw rejected(error.fault.code, error.fault.reason);
    }
  },

  async refresh(app, http, credentials) {
    if (credentials.refreshToken !== app.id) {
      throw unauthorised('other_app', message('consent.other_app', { channel }));
    }
    return tokenFor({ app, http, credentials });
  },

  refreshAhead: day,
  consentLasts: null,
};

const nobody: Credentials = {
  accessToken: '',
  accessExpiresAt: null,
  refreshToken: null,
  refreshExpiresAt: null,
  shopId: '',
  extra: {},
};

async function tokenFor({ app, http, credentials }: Access): Promise<Credentials> {
  const { accessToken, expiresAt } = await newToken(app, http);
  return { ...credentials, accessToken, accessExpiresAt: expiresAt, refreshToken: app.id };
}

function theOne(found: readonly ShopInfo[], name: string): ShopInfo {
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  throw rejected(
    only === undefined ? 'no_such_shop' : 'several_shops',
    only === undefined
      ? message('consent.shop_not_linked', { channel, name })
      : message('consent.shops_alike', { channel, name }),
  );
}

/** tokopedia.md 8: all shops that are linked to the app. */
async function linkedShops(access: Access): Promise<ShopInfo[]> {
  const all: ShopInfo[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { page: String(page), per_page: String(shopsAPage) };
    const { shops: got, rows } = await shopInfo(access, query);
    const seen = new Set(all.map(({ shop_id }) => shop_id));
    const fresh = got.filter(({ shop_id }) => !seen.has(shop_id));
    all.push(...fresh);
    if (rows < shopsAPage || fresh.length === 0) break;
  }
  return all;
}

/** The shop's warehouses (tokopedia.md 8). A write is for one of them (3.2). */
export const locations: Locations = {
  areSummed: false,
  async list(access) {
    const { shopId } = access.credentials;
    const { shops: found } = await shopInfo(access, { shop_id: shopId });
    const own = found.find(({ shop_id }) => shop_id === shopId);
    if (own === undefined) throw unexpected(message('answers.incomplete', { channel }));
    return own.warehouses.map((each) => ({
      id: each.warehouse_id,
      name: each.warehouse_name ?? each.warehouse_id,
      keptBy: /dilayani|tokocabang/i.test(each.warehouse_name ?? '') ? 'marketplace' : 'seller',
      isActive: each.status === null || each.status === 1,
    }));
  },
};

/** tokopedia.md 8: shop-info, of one shop or a page of all. */
export async function shopInfo(
  access: Access,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly shops: readonly ShopInfo[]; readonly rows: number }> {
  const path = `/v1/shop/fs/${fsIdOf(access.app)}/shop-info`;
  const answer = await callFs(access, { method: 'GET', path, query, group: 'products' });
  const rows = dataOf(shops, answer, 'shop-info');
  // Another shop that cannot be read costs this one nothing.
  const found = new Map<string, ShopInfo>();
  for (const row of rows) {
    const parsed = shop.safeParse(row);
    if (parsed.success) found.set(parsed.data.shop_id, parsed.data);
  }
  return { shops: [...found.values()], rows: rows.length };
}
