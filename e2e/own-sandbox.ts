import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channelKinds } from '@evenstock/contract/channels/channels';
import { connectors } from '@evenstock/connectors/registry';
import { z } from 'zod';
import { freePorts } from '../scripts/ports.mjs';
import { controlOf, type Control } from './control.ts';
import { longestWait } from './longest-wait.ts';
import { sandboxPorts, says, start, stop } from './programs.ts';

/** A sandbox beside the demo's: no other journey feels its faults. */
export interface OwnSandbox {
  readonly control: Control;
  /** The settings by which an installation finds its marketplaces. */
  readonly settings: Readonly<Record<string, string>>;
  /** Sends the notices of its marketplaces to the program at this address. */
  notify(web: string): Promise<void>;
  stop(): Promise<void>;
}

const words = z.record(z.string(), z.string());
const appList = z.record(
  z.string(),
  z.object({ app_id: z.string(), app_secret: z.string(), hosts: words, extra: words }),
);

export async function startSandbox(): Promise<OwnSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'evenstock-sandbox-'));
  const port = await freePorts(sandboxPorts);
  const program = start('sandbox/dist/main.js', [], {
    SANDBOX_PORT: String(port),
    SANDBOX_DATA_DIR: folder,
  });
  await says(program, 'sandbox ready', longestWait);
  const control = controlOf(`http://localhost:${port}`);
  const apps = appList.parse(await control('GET', '/apps'));
  return {
    control,
    settings: settingsOf(apps),
    async notify(web) {
      for (const channel of channelKinds) {
        await control('PUT', `/${channel}/webhook`, { url: `${web}/webhooks/${channel}` });
      }
    },
    async stop() {
      await stop(program);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Each app as its vendor would have issued it, under the names that the program's configuration reads. */
function settingsOf(apps: z.output<typeof appList>): Record<string, string> {
  const settings: Record<string, string> = {};
  const set = (name: string | undefined, value: string | undefined) => {
    if (name !== undefined && value !== undefined) settings[name] = value;
  };
  for (const channel of channelKinds) {
    const { keys, hosts, extra } = connectors[channel].app;
    const app = apps[channel];
    set(keys?.id, app?.app_id);
    set(keys?.secret, app?.app_secret);
    for (const [name, { variable }] of Object.entries(hosts)) set(variable, app?.hosts[name]);
    for (const [name, variable] of Object.entries(extra)) set(variable, app?.extra[name]);
  }
  return settings;
}
