import { z } from 'zod';
import type { Random } from '../core/random.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import { bodyAs, idNumber, numberOf } from './parameters.ts';
import { seconds } from './products.ts';
import { badParameter, ShopeeError } from './reply.ts';
import type { PublicEndpoint } from './shop-call.ts';

export const accessLifeSeconds = 14_400;
const refreshLifeSeconds = 30 * 86_400;
export const consentLifeSeconds = 365 * 86_400;
/** How long the previous access token stays valid after a refresh, in seconds. */
const graceSeconds = 300;
const codeLifeSeconds = 600;

const owner = {
  partner_id: idNumber,
  shop_id: idNumber.optional(),
  main_account_id: idNumber.optional(),
  merchant_id: idNumber.optional(),
};
const getBody = z.object({ code: z.string().min(1), ...owner });
const refreshBody = z.object({ refresh_token: z.string().min(1), ...owner });

/** The token calls and the list of grants (1.3): answered at the top level, without a `response`. */
export function tokenEndpoints(partnerId: string, random: Random): readonly PublicEndpoint[] {
  return [
    {
      method: 'POST',
      path: 'auth/token/get',
      answer: ({ core, body }) => {
        const asked = bodyAs(getBody, body);
        if (asked.partner_id !== partnerId)
          throw new ShopeeError('invalid_partner_id', 'partner_id is invalid.', { status: 403 });
        if (asked.main_account_id !== undefined)
          throw new ShopeeError('invalid_main_acount_id', 'The main account did not authorise this app.');
        const shop = shopNamed(core, asked.shop_id);
        const code = core.grants.takeCode('shopee', asked.code);
        if (code === null || code.shop !== shop.id)
          throw new ShopeeError('invalid_code', 'The code is invalid or has expired.');
        core.grants.consent('shopee', shop.id);
        return { top: { ...newPair(core, random, shop), merchant_id_list: [], shop_id_list: [] } };
      },
    },
    {
      method: 'POST',
      path: 'auth/access_token/get',
      answer: ({ core, body }) => {
        const asked = bodyAs(refreshBody, body);
        if (asked.partner_id !== partnerId)
          throw new ShopeeError('invalid_partner_id', 'partner_id is invalid.', { status: 403 });
        const shop = shopNamed(core, asked.shop_id);
        const token = core.grants.token('shopee', 'refresh', asked.refresh_token);
        if (token === null || token.shop !== shop.id)
          throw new ShopeeError('error_auth', 'Invalid refresh_token.', { status: 403 });
        core.grants.shorten(token, 0);
        for (const old of core.grants.tokensOf('shopee', shop.id, 'access'))
          core.grants.shorten(old, graceSeconds);
        return {
          top: { partner_id: Number(partnerId), shop_id: Number(shop.id), ...newPair(core, random, shop) },
        };
      },
    },
    {
      method: 'GET',
      path: 'public/get_shops_by_partner',
      answer: ({ core, query }) => {
        const pageSize = numberOf(query, 'page_size', { least: 1, most: 100, usual: 100 });
        const page = numberOf(query, 'page_no', { least: 1, usual: 1 });
        const granted = core.shops('shopee').flatMap((shop) => {
          const consent = core.grants.consentOf('shopee', shop.id);
          return consent === null ? [] : [{ shop, since: seconds(consent.grantedAt) }];
        });
        const shown = granted.slice((page - 1) * pageSize, page * pageSize);
        return {
          top: {
            authed_shop_list: shown.map(({ shop, since }) => ({
              shop_id: Number(shop.id), region: shop.record.region, auth_time: since, expire_time: since + consentLifeSeconds, sip_affi_shop_list: [],
            })), // oxfmt-ignore
            more: page * pageSize < granted.length,
          },
        };
      },
    },
  ];
}

/** A code as the consent page gives it: single use, ten minutes. */
export function newCode(core: Core, random: Random, shop: Shop): string {
  return core.grants.addCode(
    { code: random.hex(32), channel: 'shopee', shop: shop.id, extra: {} },
    codeLifeSeconds,
  ).code;
}

function newPair(
  core: Core,
  random: Random,
  shop: Shop,
): { access_token: string; refresh_token: string; expire_in: number } {
  const token = { channel: 'shopee', shop: shop.id, extra: {} } as const;
  const access = core.grants.addToken({ ...token, kind: 'access', token: random.hex(32) }, accessLifeSeconds);
  const refresh = core.grants.addToken(
    { ...token, kind: 'refresh', token: random.hex(32) },
    refreshLifeSeconds,
  );
  return { access_token: access.token, refresh_token: refresh.token, expire_in: accessLifeSeconds };
}

function shopNamed(core: Core, id: string | undefined): Shop {
  if (id === undefined) throw badParameter('shop_id or main_account_id is required.');
  const shop = core.shop('shopee', id);
  if (shop === undefined) throw new ShopeeError('invalid_shop_id', 'shop_id is invalid.');
  return shop;
}
