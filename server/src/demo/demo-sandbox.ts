import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { AppKeys } from '@evenstock/connectors/kit/access';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { ConsoleKeys, PaymentKeys } from '../context.ts';
import { StartProblem } from '../platform/process/start-problem.ts';

/** The marketplaces of the demo: a separate process on its own ports. */
export interface DemoSandbox {
  /** Address of the seller centre and the control API. */
  readonly url: string;
  readonly apps: Readonly<Partial<Record<ChannelKind, AppKeys>>>;
  readonly console: ConsoleKeys;
  readonly payments: PaymentKeys;
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const PATIENCE_MS = 20_000;
/** The number of ports: the control API, one for each channel, and the external services. */
const PORTS = 2 + channelKinds.length;

const appList = z.record(
  z.string(),
  z.object({
    app_id: z.string(),
    app_secret: z.string(),
    hosts: z.record(z.string(), z.string()),
    extra: z.record(z.string(), z.string()),
  }),
);

const externalServiceKeys = z.object({
  console: z.object({ url: z.string(), secret: z.string() }),
  payments: z.object({ url: z.string(), secret_key: z.string(), webhook_secret: z.string() }),
});

/**
 * Starts the sandbox. Its state is a journal in its folder, so a restart resumes from it.
 * @param program URL that browsers and webhooks return to
 * @throws StartProblem when one of its ports is taken
 */
export async function startDemoSandbox(
  port: number,
  dataFolder: string,
  program: string,
): Promise<DemoSandbox> {
  for (let offset = 0; offset < PORTS; offset += 1) await untilFree(port + offset);
  const entry = createRequire(import.meta.url).resolve('@evenstock/sandbox/main');
  const child = spawn(process.execPath, [...process.execArgv, entry], {
    // Detached, so that the terminal's Ctrl-C does not reach it. It exits when the stdin pipe closes, however this process ended.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: {
      SANDBOX_RETURN_URL: program,
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_DATA_DIR: dataFolder,
    },
  });
  child.unref();
  const url = `http://localhost:${String(port)}`;
  const call = caller(`http://${HOST}:${String(port)}`);
  await untilAnswering(child, call);
  const apps = appList.parse(await call('GET', '/control/apps'));
  const known = channelKinds.flatMap((channel) => {
    const app = apps[channel];
    if (app === undefined) return [];
    return [
      [channel, { id: app.app_id, secret: app.app_secret, hosts: app.hosts, extra: app.extra }] as const,
    ];
  });
  const externalServices = externalServiceKeys.parse(await call('GET', '/control/external-services'));
  return {
    url,
    apps: Object.fromEntries(known),
    // Browsers open this address too, so it uses the host name `localhost`.
    console: { ...externalServices.console, url: asSeen(externalServices.console.url) },
    payments: {
      url: externalServices.payments.url,
      secretKey: externalServices.payments.secret_key,
      webhookSecret: externalServices.payments.webhook_secret,
    },
    call,
    stop: () => stop(child),
  };
}

const asSeen = (address: string): string => address.replace('127.0.0.1', 'localhost');

/** After a kill, the old sandbox needs a moment to notice and free its ports. */
async function untilFree(port: number): Promise<void> {
  for (const until = performance.now() + 5000; ;) {
    if (await isFree(port)) return;
    if (performance.now() > until) break;
    await pause(100);
  }
  throw new StartProblem(
    `Port ${String(port)}, which the sandbox needs, is taken by another program. Stop that program, or choose others: SANDBOX_PORT=${String(port + 100)} npm start.`,
  );
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, HOST);
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

function caller(base: string): DemoSandbox['call'] {
  return async (method, path, body) => {
    const reply = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await reply.text();
    if (!reply.ok)
      throw new Error(
        `The sandbox answered ${String(reply.status)} to ${method} ${path}: ${text.slice(0, 200)}`,
      );
    const value: unknown = text === '' ? null : JSON.parse(text);
    return value;
  };
}

async function untilAnswering(child: ChildProcess, call: DemoSandbox['call']): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    try {
      await call('GET', '/control/apps');
      return;
    } catch {
      await pause(50);
    }
  }
  child.kill('SIGKILL');
  throw new StartProblem(
    'The sandbox did not start; its own words are above. Start again, or remove its folder in the data folder to begin anew.',
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([gone, pause(3000).then(() => child.kill('SIGKILL'))]);
}
