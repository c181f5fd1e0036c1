import { channelKinds } from '@evenstock/contract/channels/channels';
import { createSandbox, type Sandbox, type SandboxOptions } from '@evenstock/sandbox/sandbox';
import type { Context } from '../context.ts';
import { noticeAddress } from '../modules/connections/inbox/receive-notice.ts';
import { Refusal } from '../api/routing.ts';
import { takeNotice } from '../wiring.ts';
import { createTestClock, createTestContext, type TestContext, type TestContextOptions } from './context.ts';

export interface SandboxedContext extends TestContext {
  /** The marketplaces, in this process, on the test's clock; its notices arrive as if by HTTP. */
  readonly sandbox: Sandbox;
  /** Delivers pending webhooks of the marketplaces and runs the due jobs, until neither is left. */
  settle(): Promise<void>;
}

export interface SandboxedOptions extends Omit<TestContextOptions, 'fetch' | 'apps'> {
  /** With the simulated console and payment provider; without them nothing is paid for. */
  readonly billing?: boolean;
  readonly sandbox?: Omit<SandboxOptions, 'seed' | 'clock' | 'deliver'> & {
    readonly seed?: SandboxOptions['seed'];
  };
}

/** A test's context whose marketplaces are the sandbox. */
export async function createSandboxedContext(options: SandboxedOptions = {}): Promise<SandboxedContext> {
  const clock = createTestClock(options.now ?? new Date('2026-11-01T01:00:00Z'));
  const sandbox = createSandbox({
    seed: 1,
    ...options.sandbox,
    clock,
    deliver: (request) => receive(ctx, request),
  });
  const ctx: TestContext = await createTestContext({
    ...options,
    clock,
    apps: appsOf(sandbox),
    ...(options.billing === true ? billingOf(sandbox) : {}),
    fetch: sandbox.fetch,
  });
  for (const channel of channelKinds) {
    if (ctx.apps[channel] !== undefined) {
      sandbox.control.setWebhook(channel, noticeAddress(ctx.settings.publicUrl, channel));
    }
  }
  return {
    ...ctx,
    sandbox,
    async settle() {
      do await sandbox.runDue();
      while ((await ctx.runJobs()).length > 0);
    },
    async close() {
      await sandbox.close();
      await ctx.close();
    },
  };
}

/** The installation's keys at the sandbox's marketplaces. */
export function appsOf(sandbox: Sandbox): Context['apps'] {
  const apps = sandbox.control.apps();
  return Object.fromEntries(
    channelKinds.flatMap((channel) => {
      const app = apps[channel];
      return app === undefined
        ? []
        : [[channel, { id: app.id, secret: app.secret, hosts: app.hosts, extra: app.extra }]];
    }),
  );
}

/** The installation's console and its account with the payment provider, both the sandbox's. */
export function billingOf(sandbox: Sandbox): Pick<Context, 'console' | 'payments'> {
  const { console, payments } = sandbox.control.externalServices.keys();
  return {
    console: { url: console.url, secret: console.secret },
    payments: { url: payments.url, secretKey: payments.secret_key, webhookSecret: payments.webhook_secret },
  };
}

/** A notice as the program would receive it over HTTP. */
export async function receive(
  ctx: Context,
  notice: { url: string; headers: Readonly<Record<string, string>>; body: string },
): Promise<{ status: number; body: string }> {
  const headers = Object.fromEntries(
    Object.entries(notice.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const channel = new URL(notice.url).pathname.split('/').at(-1) ?? '';
  try {
    return await takeNotice(ctx, { channel, headers, rawBody: Buffer.from(notice.body) });
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.message };
    throw error;
  }
}
