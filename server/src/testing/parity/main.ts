import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { throttled } from '@evenstock/connectors/kit/errors';
import type { RateLimits } from '@evenstock/connectors/kit/rate-limit';
import { connectors } from '@evenstock/connectors/registry';
import { channelKind, channelKinds } from '@evenstock/contract/channels/channels';
import { outboundFetch } from '../../platform/network/outbound-fetch.ts';
import { httpOver } from '../conformance/sandbox-world.ts';
import { compareShops, countOf, linesOf } from './compare-shops.ts';
import { realShop, wrongAddresses, type RealShop } from './parity-settings.ts';
import { readShop } from './read-shop.ts';
import { shopOfSandbox } from './second-sandbox.ts';
import { simulatedShop } from './simulated-shop.ts';

/*
 * npm run parity -- --channel <channel> reads a real shop with calls that change nothing, and says how the forms of its answers differ
 * from the simulator's: paths, types and values of enumerations. It is written into the folder that PARITY_FOLDER names, or
 * ./data/parity. Ends with 1 where settings are missing, which it names. PARITY_SANDBOX is the address of a sandbox that stands for the
 * real one.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const asked = channelKind.safeParse(process.argv[process.argv.indexOf('--channel') + 1]);
if (!asked.success) {
  say(`npm run parity -- --channel <channel>, one of ${channelKinds.join(', ')}`);
  process.exit(1);
}
const channel = asked.data;
const WAITS_AT_MOST_SECONDS = 60;

/** As many calls at once as the vendor allows, then one each time that it allows another. */
function paced(limits: RateLimits): (group: string) => Promise<void> {
  const left = new Map<string, number>();
  return async (group) => {
    const limit = limits[group];
    if (limit === undefined) throw new Error(`No limit is declared for the call group ${group}.`);
    const tokens = left.get(group) ?? Math.floor(limit.burst);
    left.set(group, Math.max(0, tokens - 1));
    if (tokens > 0) return;
    const seconds = 1 / limit.perSecond;
    if (seconds > WAITS_AT_MOST_SECONDS) throw throttled(seconds);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  };
}

const connector = connectors[channel];
const http = httpOver(outboundFetch, () => new Date(), paced(connector.limits));

/** The shop that the settings name; a sandbox's where they name a sandbox. Ends the program where they name neither. */
async function shopOfSettings(): Promise<RealShop> {
  const sandbox = process.env['PARITY_SANDBOX'];
  if (sandbox !== undefined) return shopOfSandbox(channel, sandbox, http);
  const settings = realShop(channel, process.env);
  const wrong = [...('missing' in settings ? settings.missing : []), ...wrongAddresses(channel, process.env)];
  if ('shop' in settings && wrong.length === 0) return settings.shop;
  say(`Nothing was compared. Without a shop of ${channel} there is nothing to compare with. It takes:`);
  for (const line of wrong) say(`  ${line}`);
  say('Or PARITY_SANDBOX: the address of a sandbox that runs, whose first shop stands for the real one.');
  process.exit(1);
}

const shop = await shopOfSettings();
const real = await readShop(channel, connector, { ...shop, http });
const simulator = await readShop(channel, connector, (await simulatedShop(channel)).access);
const comparison = compareShops(real, simulator);
const [day = ''] = new Date().toISOString().split('T');
const folder = process.env['PARITY_FOLDER'] ?? join('data', 'parity');
const file = join(folder, `${channel}-${day}.json`);
mkdirSync(folder, { recursive: true });
writeFileSync(file, `${JSON.stringify({ channel, day, ...comparison }, null, 2)}\n`);
for (const line of linesOf(comparison)) say(line);
say(`${String(countOf(comparison))} differences, written to ${file}`);
