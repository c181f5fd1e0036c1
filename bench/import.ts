import { setTimeout as pause } from 'node:timers/promises';
import { drilledChannels } from '@evenstock/server/testing/crash/shops';
import type { Installation } from './installation.ts';

export interface ImportFigures {
  readonly orders: number;
  readonly seconds: number;
  /** MiB of the server process. */
  readonly memory: { readonly before: number; readonly highest: number; readonly after: number };
}

interface FirstPull extends Record<string, unknown> {
  readonly kind: string;
  readonly state: string;
  readonly seconds: number | null;
  readonly error: string | null;
}

/** Connects a shop with this many sold orders, and waits until the first pull has imported them over HTTP. */
export async function measureOrderImport(installation: Installation, orders: number): Promise<ImportFigures> {
  const { shops, control, query, memory } = installation;
  const team = await installation.openStore();
  const [channel] = drilledChannels;
  const shop = await shops.open(channel, 'Much sold', [], 0);
  const path = `/${channel}/${shop.id}`;
  await control('POST', `${path}/listings`, { count: 300 });
  await control('POST', `${path}/orders`, { count: orders, back_dated_days: 60 });
  await pause(2000);
  const before = memory();
  let highest = before;
  await team.connect(shop);
  for (;;) {
    await pause(500);
    highest = Math.max(highest, memory());
    const pulls = await query<FirstPull>(
      `select p.kind, p.state, p.error, extract(epoch from p.finished_at - p.created_at)::float8 as seconds
       from marketplace_pulls p join marketplaces m on m.id = p.marketplace_id
       where p.scope = 'first' and p.kind = 'orders' and m.channel_shop_id = $1`,
      [shop.id],
    );
    const [pull] = pulls;
    if (pull === undefined || pull.state === 'running') continue;
    if (pull.state === 'failed') throw new Error(pull.error ?? 'The pull failed.');
    await pause(5000);
    return { orders, seconds: pull.seconds ?? Number.NaN, memory: { before, highest, after: memory() } };
  }
}
