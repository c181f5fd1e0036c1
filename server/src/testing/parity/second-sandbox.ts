import type { ChannelHttp } from '@evenstock/connectors/kit/http';
import { connectors } from '@evenstock/connectors/registry';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import { outboundFetch } from '../../platform/network/outbound-fetch.ts';
import type { RealShop } from './parity-settings.ts';

const texts = z.record(z.string(), z.string());
const apps = z.record(
  z.string(),
  z.object({ app_id: z.string(), app_secret: z.string(), hosts: texts, extra: texts }),
);
const shops = z.array(z.object({ channel: z.string(), shop: z.string(), name: z.string() }));

/** The first shop of a channel in a sandbox that runs, as the real one. @throws Error where it has none */
export async function shopOfSandbox(
  channel: ChannelKind,
  address: string,
  http: ChannelHttp,
): Promise<RealShop> {
  const ask = async (method: string, path: string): Promise<unknown> => {
    const init = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    const reply = await outboundFetch(`${address}/control${path}`, { method, ...init });
    if (!reply.ok) throw new Error(`The sandbox answered ${String(reply.status)} to ${method} ${path}.`);
    return reply.json();
  };
  const given = apps.parse(await ask('GET', '/apps'))[channel];
  const shop = shops.parse(await ask('GET', '/shops')).find((each) => each.channel === channel);
  if (given === undefined || shop === undefined) throw new Error(`The sandbox has no shop of ${channel}.`);
  const app = { id: given.app_id, secret: given.app_secret, hosts: given.hosts, extra: given.extra };
  const consent = texts.parse(await ask('POST', `/${channel}/${shop.shop}/grant`));
  const named = channels[channel].shopName;
  const shopName = named === null ? null : named.domain === null ? shop.name : shop.shop;
  const credentials = await connectors[channel].authorisation.complete(app, http, consent, shopName);
  return { app, credentials };
}
