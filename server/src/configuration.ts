import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { AppKeys } from '@evenstock/connectors/kit/access';
import { connectors } from '@evenstock/connectors/registry';
import { channels, channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { ConsoleKeys, PaymentKeys, Settings } from './context.ts';
import {
  bucketName,
  bucketPrefix,
  bucketRegion,
  halfBucket,
  readBucket,
  type BucketSettings,
} from './platform/files/bucket-settings.ts';
import { parseDatabaseUrl } from './platform/database/database-url.rules.ts';
import { isNetwork } from './platform/network/networks.ts';
import { withFiles } from './platform/process/settings-from-files.ts';
import { StartProblem } from './platform/process/start-problem.ts';

export type InstallationKind = 'demo' | 'production';

/** Everything that can be set from outside, read once at start. */
export interface Configuration {
  readonly kind: InstallationKind;
  /** Null in the demo: it starts a PostgreSQL of its own. */
  readonly databaseUrl: string | null;
  readonly host: string;
  readonly port: number;
  /** Proxies on other machines, by address or network (CIDR). */
  readonly trustedProxies: readonly string[];
  readonly sandboxPort: number;
  readonly dataFolder: string;
  /** Where files lie instead of the data folder; null: nowhere else. */
  readonly bucket: BucketSettings | null;
  /** Where the recovery log is kept; null: nowhere. */
  readonly recoveryFolder: string | null;
  /** Newest first; empty in a demo that was given none: it keeps one in its data folder. */
  readonly secrets: readonly Buffer[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly concurrency: number;
  /** How long one statement of a call may take. */
  readonly statementSeconds: number;
  /** Bearer token required to read metrics; null: nobody may. */
  readonly metricsToken: string | null;
  readonly settings: Settings;
  readonly apps: Readonly<Partial<Record<ChannelKind, AppKeys>>>;
  readonly console: ConsoleKeys | null;
  readonly payments: PaymentKeys | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_BYTES = 32;
/** Least length of a secret that is compared with what callers bring, in characters. */
const SHARED_SECRET_MIN = 16;

const port = (fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536,
      'must be a port number from 1 to 65535',
    )
    .transform(Number);

const count = (fallback: number, least: number, most: number, what: string) =>
  z
    .string()
    .default(String(fallback))
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number of ${what} from ${String(least)} to ${String(most)}`,
    )
    .transform(Number);

const webAddress = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an address that begins with http:// or https://',
  )
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).search === '' && new URL(text).hash === ''),
    'must have no ? or # part',
  )
  .transform((text) => text.replace(/\/+$/, ''));

const databaseAddress = z.string().superRefine((text, context) => {
  const parsed = parseDatabaseUrl(text);
  if ('problem' in parsed) context.addIssue({ code: 'custom', message: parsed.problem });
});

const mailAddress = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol),
    'must be an address like smtp://user:password@host:587',
  );

/** 32 bytes in hexadecimal or Base64; several separated by commas, the newest first. */
const secretList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) =>
        /^[0-9a-f]{64}$/i.test(part.trim())
          ? Buffer.from(part.trim(), 'hex')
          : Buffer.from(part.trim(), 'base64'),
      ),
  )
  .refine((secrets) => secrets.every(({ length }) => length === SECRET_BYTES), {
    error:
      'must be 32 random bytes in hexadecimal or Base64 (openssl rand -hex 32 makes one), or several separated by commas, newest first',
  });

const sharedSecret = z
  .string()
  .min(SHARED_SECRET_MIN, `must have at least ${String(SHARED_SECRET_MIN)} characters`);

const text = (fallback: string) => z.string().default(fallback);

const variables = z.object({
  DATABASE_URL: databaseAddress.optional(),
  EVENSTOCK_URL: webAddress.optional(),
  EVENSTOCK_SECRET: secretList.optional(),
  SMTP_URL: mailAddress.optional(),
  EVENSTOCK_MAIL_FROM: z.string().optional(),
  HOST: text('127.0.0.1'),
  PORT: port(3000),
  EVENSTOCK_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((parts) => parts.every(isNetwork), {
      error: 'must be addresses or networks like 10.0.0.0/8, separated by commas',
    }),
  SANDBOX_PORT: port(3001),
  EVENSTOCK_DATA_DIR: text('data'),
  EVENSTOCK_S3_URL: webAddress
    .refine(
      (text) => !text.includes('@'),
      'must hold no user or password: the keys are EVENSTOCK_S3_KEY_ID and EVENSTOCK_S3_SECRET',
    )
    .optional(),
  EVENSTOCK_S3_BUCKET: bucketName.optional(),
  EVENSTOCK_S3_KEY_ID: z.string().optional(),
  EVENSTOCK_S3_SECRET: z.string().optional(),
  EVENSTOCK_S3_REGION: bucketRegion.optional(),
  EVENSTOCK_S3_PREFIX: bucketPrefix.optional(),
  EVENSTOCK_RECOVERY_DIR: z.string().optional(),
  EVENSTOCK_SIGNUP: z.enum(['open', 'closed'], { error: 'must be open or closed' }).default('open'),
  EVENSTOCK_SESSION_IDLE_DAYS: count(14, 1, 30, 'days'),
  EVENSTOCK_REFERRAL: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  EVENSTOCK_FAQ_URL: z
    .string()
    .refine(
      (text) => /^\/(?!\/)/.test(text) || /^https?:\/\//.test(text),
      'must be an address that begins with / or https://',
    )
    .default('/faq'),
  EVENSTOCK_COOKIE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, - or _')
    .default('evenstock'),
  EVENSTOCK_PAGE_TRACKING: webAddress.optional(),
  EVENSTOCK_CONSOLE_URL: webAddress.optional(),
  EVENSTOCK_CONSOLE_SECRET: sharedSecret.optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: webAddress.default('https://api.stripe.com'),
  EVENSTOCK_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
  EVENSTOCK_METRICS_TOKEN: sharedSecret.optional(),
  EVENSTOCK_CONCURRENCY: count(8, 1, 100, 'jobs'),
  EVENSTOCK_STATEMENT_SECONDS: count(30, 1, 600, 'seconds'),
  EVENSTOCK_ORDER_POLL_SECONDS: count(60, 5, 86_400, 'seconds'),
  EVENSTOCK_ORDER_RECONCILE_SECONDS: count(900, 60, 86_400, 'seconds'),
  EVENSTOCK_LISTING_POLL_SECONDS: count(300, 5, 86_400, 'seconds'),
  EVENSTOCK_LISTING_SWEEP_SECONDS: count(86_400, 60, 604_800, 'seconds'),
  EVENSTOCK_CHANNEL_TIMEOUT_SECONDS: count(15, 1, 120, 'seconds'),
  EVENSTOCK_WEBHOOK_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim().toLowerCase())
        .filter((part) => part !== ''),
    )
    .refine((parts) => parts.every((part) => /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.test(part)), {
      error: 'must be hosts like hooks.internal or 127.0.0.1:4000, separated by commas',
    }),
  EVENSTOCK_FIRST_PULL_DAYS: count(90, 1, 365, 'days'),
});
type Variables = z.infer<typeof variables>;

/** A rate as text, like the other variables of a channel. */
const callsPerSecond = z
  .string()
  .refine((text) => /^\d+(\.\d+)?$/.test(text) && Number(text) >= 0.1 && Number(text) <= 1000, {
    error: 'must be a number of calls a second from 0.1 to 1000',
  })
  .optional();

/** The variables that the connectors name for their keys, hosts and quotas. */
const channelVariables = z.object(
  Object.fromEntries<z.ZodType<string | undefined>>(
    channelKinds.flatMap((channel) => {
      const { keys, hosts, extra, quota } = connectors[channel].app;
      const optional = [...(keys === null ? [] : [keys.id, keys.secret]), ...Object.values(extra)];
      return [
        ...optional.map((name) => [name, z.string().optional()] as const),
        ...Object.values(hosts).map(
          ({ variable, standard, isTemplate }) =>
            [variable, isTemplate === true ? text(standard) : webAddress.default(standard)] as const,
        ),
        ...(quota === undefined ? [] : [[quota.variable, callsPerSecond] as const]),
      ];
    }),
  ),
);
type ChannelVariables = z.infer<typeof channelVariables>;

/**
 * Reads the configuration from environment variables.
 * @throws StartProblem with one sentence for each value that cannot be used
 */
export function readConfiguration(environment: Environment, kind: InstallationKind): Configuration {
  const given = Object.fromEntries(
    Object.entries(
      withFiles(environment, Object.keys({ ...variables.shape, ...channelVariables.shape })),
    ).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  const ofChannels = channelVariables.safeParse(given);
  if (!parsed.success || !ofChannels.success) {
    const issues = [parsed, ofChannels].flatMap(({ error }) => error?.issues ?? []);
    throw new StartProblem(issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'));
  }
  const values = parsed.data;
  const problems = [
    ...(kind === 'production' ? missing(values) : []),
    ...halfKeys(ofChannels.data),
    ...halfPairs(values),
    ...halfBucket(values),
  ];
  if (problems.length > 0) throw new StartProblem(problems.join('\n'));
  const publicUrl = values.EVENSTOCK_URL ?? `http://localhost:${String(values.PORT)}`;
  return {
    kind,
    databaseUrl: values.DATABASE_URL ?? null,
    host: values.HOST,
    port: values.PORT,
    trustedProxies: values.EVENSTOCK_TRUSTED_PROXIES,
    sandboxPort: values.SANDBOX_PORT,
    dataFolder: resolve(values.EVENSTOCK_DATA_DIR),
    bucket: readBucket(values),
    recoveryFolder: recoveryFolderOf(values, kind),
    secrets: values.EVENSTOCK_SECRET ?? [],
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.EVENSTOCK_MAIL_FROM ?? `Evenstock <no-reply@${new URL(publicUrl).hostname}>`,
    logLevel: values.EVENSTOCK_LOG_LEVEL,
    concurrency: values.EVENSTOCK_CONCURRENCY,
    statementSeconds: values.EVENSTOCK_STATEMENT_SECONDS,
    metricsToken: values.EVENSTOCK_METRICS_TOKEN ?? null,
    settings: {
      publicUrl,
      isDemo: kind === 'demo',
      demo: null,
      sessionIdleDays: values.EVENSTOCK_SESSION_IDLE_DAYS,
      signupOpen: values.EVENSTOCK_SIGNUP === 'open',
      // The voucher is issued by people: an installation switches it on, the demo always shows it.
      referralOn: (values.EVENSTOCK_REFERRAL ?? (kind === 'demo' ? 'on' : 'off')) === 'on',
      faqUrl: values.EVENSTOCK_FAQ_URL,
      cookiePrefix: values.EVENSTOCK_COOKIE_PREFIX,
      pageTrackingUrl: values.EVENSTOCK_PAGE_TRACKING ?? null,
      orderPollSeconds: values.EVENSTOCK_ORDER_POLL_SECONDS,
      orderReconcileSeconds: values.EVENSTOCK_ORDER_RECONCILE_SECONDS,
      listingPollSeconds: values.EVENSTOCK_LISTING_POLL_SECONDS,
      listingSweepSeconds: values.EVENSTOCK_LISTING_SWEEP_SECONDS,
      channelTimeoutSeconds: values.EVENSTOCK_CHANNEL_TIMEOUT_SECONDS,
      webhookHosts: values.EVENSTOCK_WEBHOOK_HOSTS,
      firstPullDays: values.EVENSTOCK_FIRST_PULL_DAYS,
    },
    apps: readKeys(ofChannels.data, kind),
    console: readConsole(values),
    payments: readPayments(values),
  };
}

/** The demo keeps it in its data folder; production has no folder but the one that it is given. */
function recoveryFolderOf(values: Variables, kind: InstallationKind): string | null {
  if (values.EVENSTOCK_RECOVERY_DIR !== undefined) return resolve(values.EVENSTOCK_RECOVERY_DIR);
  const ownsDatabase = kind === 'demo' && values.DATABASE_URL === undefined;
  return ownsDatabase ? resolve(values.EVENSTOCK_DATA_DIR, 'recovery') : null;
}

const requiredInProduction: readonly { name: keyof Variables; what: string }[] = [
  {
    name: 'DATABASE_URL',
    what: 'the PostgreSQL database, like postgres://user:password@host:5432/evenstock',
  },
  { name: 'EVENSTOCK_URL', what: 'the public address of this installation, like https://stock.example.com' },
  {
    name: 'EVENSTOCK_SECRET',
    what: '32 random bytes that encrypt what is secret (openssl rand -hex 32 makes them)',
  },
  {
    name: 'SMTP_URL',
    what: 'the mail server that sends resets and invitations, like smtp://user:password@host:587',
  },
];

function missing(values: Variables): string[] {
  return requiredInProduction
    .filter(({ name }) => values[name] === undefined)
    .map(({ name, what }) => `${name} is not set: ${what}.`);
}

function halfKeys(values: ChannelVariables): string[] {
  return channelKinds.flatMap((channel) => {
    const { keys } = connectors[channel].app;
    if (keys === null || (values[keys.id] === undefined) === (values[keys.secret] === undefined)) return [];
    return [
      `${keys.id} and ${keys.secret} belong together: set both to connect to ${channels[channel].label}, or neither.`,
    ];
  });
}

const pairs: readonly { names: readonly [keyof Variables, keyof Variables]; to: string }[] = [
  { names: ['EVENSTOCK_CONSOLE_URL', 'EVENSTOCK_CONSOLE_SECRET'], to: 'have a sister console' },
  { names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'], to: 'take payments' },
];

function halfPairs(values: Variables): string[] {
  return pairs
    .filter(({ names: [one, other] }) => (values[one] === undefined) !== (values[other] === undefined))
    .map(
      ({ names: [one, other], to }) => `${one} and ${other} belong together: set both to ${to}, or neither.`,
    );
}

function readConsole(values: Variables): ConsoleKeys | null {
  const { EVENSTOCK_CONSOLE_URL: url, EVENSTOCK_CONSOLE_SECRET: secret } = values;
  return url === undefined || secret === undefined ? null : { url, secret };
}

function readPayments(values: Variables): PaymentKeys | null {
  const { STRIPE_API_URL: url, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  return secretKey === undefined || webhookSecret === undefined ? null : { url, secretKey, webhookSecret };
}

function readKeys(values: ChannelVariables, kind: InstallationKind): Partial<Record<ChannelKind, AppKeys>> {
  return Object.fromEntries(
    channelKinds.flatMap((channel) => {
      const { keys, hosts, extra, quota } = connectors[channel].app;
      const allowed = quota === undefined ? undefined : values[quota.variable];
      // Without keys the demo uses the sandbox's, as nothing indicates the real channel.
      if (keys === null && kind === 'demo') return [];
      const id = keys === null ? '' : values[keys.id];
      const secret = keys === null ? '' : values[keys.secret];
      if (id === undefined || secret === undefined) return [];
      const app: AppKeys = {
        id,
        secret,
        hosts: mapped(hosts, ({ variable }) => values[variable] ?? ''),
        extra: mapped(extra, (variable) => values[variable] ?? ''),
        ...(allowed === undefined ? {} : { callsPerSecond: Number(allowed) }),
      };
      return [[channel, app]];
    }),
  );
}

function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** A secret for an installation that was given none. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}
