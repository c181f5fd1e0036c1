import type { AppKeys, Credentials } from '@evenstock/connectors/kit/access';
import { connectors } from '@evenstock/connectors/registry';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a shop's calls need beside its id and its token, as its connection has it. */
const furtherNeeds: Readonly<Record<ChannelKind, readonly string[]>> = {
  lazada: ['country'],
  shopee: [],
  shopify: ['location', 'currency'],
  tiktok: ['cipher', 'region'],
  tokopedia: [],
  qoo10: [],
  'amazon-sg': [],
};

export interface RealShop {
  readonly app: AppKeys;
  readonly credentials: Credentials;
}

/** The shop that the settings name, or the settings that are missing, each with what it holds. */
export function realShop(
  channel: ChannelKind,
  given: Environment,
): { readonly shop: RealShop } | { readonly missing: readonly string[] } {
  const { keys, hosts, extra } = connectors[channel].app;
  const missing: string[] = [];
  const take = (variable: string, holds: string): string => {
    const value = given[variable]?.trim() ?? '';
    if (value === '') missing.push(`${variable}: ${holds}`);
    return value;
  };
  const id = keys === null ? '' : take(keys.id, 'the id of your app at the marketplace');
  const secret = keys === null ? '' : take(keys.secret, 'the secret of your app');
  const issued = Object.entries(extra).map(([name, variable]) =>
    // Notices and consent pages are not called here.
    name === 'fs_id'
      ? ([name, take(variable, 'what the marketplace issued to your app')] as const)
      : ([name, given[variable] ?? ''] as const),
  );
  const shopId = take('PARITY_SHOP_ID', 'the id of the shop that is read');
  const accessToken = take('PARITY_ACCESS_TOKEN', 'a token of the shop, with the right to read');
  const needs = furtherNeeds[channel].map((name) => {
    const variable = `PARITY_${name.toUpperCase()}`;
    return [name, take(variable, `the ${name} of the shop’s connection`)] as const;
  });
  if (missing.length > 0) return { missing };
  const addresses = Object.entries(hosts).map(
    ([name, { variable, standard }]) => [name, given[variable] ?? standard] as const,
  );
  return {
    shop: {
      app: { id, secret, hosts: Object.fromEntries(addresses), extra: Object.fromEntries(issued) },
      credentials: {
        accessToken,
        accessExpiresAt: null,
        refreshToken: null,
        refreshExpiresAt: null,
        shopId,
        extra: Object.fromEntries(needs),
      },
    },
  };
}

const address = z.url().or(z.literal(''));

/** The settings that name an address, and that are none. */
export const wrongAddresses = (channel: ChannelKind, given: Environment): string[] =>
  Object.values(connectors[channel].app.hosts)
    .filter(
      ({ variable, isTemplate }) => isTemplate !== true && !address.safeParse(given[variable] ?? '').success,
    )
    .map(({ variable }) => `${variable} is no address`);
