import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { AppKeys } from '@evenstock/connectors/kit/access';
import { channels, channelKinds, type ChannelKind } from '@evenstock/contract/channels';
import { z } from 'zod';
import type { ConsoleKeys, PaymentKeys, Settings } from './context.ts';
import { StartProblem } from './platform/start-problem.ts';

export type InstallationKind = 'demo' | 'production';

/** Everything that can be set from outside, read once at start. */
export interface Configuration {
  readonly kind: InstallationKind;
  /** Null in the demo: it starts a PostgreSQL of its own. */
  readonly databaseUrl: string | null;
  readonly host: string;
  readonly port: number;
  readonly sandboxPort: number;
  readonly dataFolder: string;
  /** Newest first; empty in a demo that was given none: it keeps one in its data folder. */
  readonly secrets: readonly Buffer[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly concurrency: number;
  readonly settings: Settings;
  readonly apps: Readonly<Partial<Record<ChannelKind, AppKeys>>>;
  readonly console: ConsoleKeys | null;
  readonly payments: PaymentKeys | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_BYTES = 32;
const CONSOLE_SECRET_MIN = 16;

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

const databaseAddress = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol),
    'must be an address like postgres://user:password@host:5432/evenstock',
  );

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

const text = (fallback: string) => z.string().default(fallback);

const variables = z.object({
  DATABASE_URL: databaseAddress.optional(),
  EVENSTOCK_URL: webAddress.optional(),
  EVENSTOCK_SECRET: secretList.optional(),
  SMTP_URL: mailAddress.optional(),
  EVENSTOCK_MAIL_FROM: z.string().optional(),
  HOST: text('127.0.0.1'),
  PORT: port(3000),
  SANDBOX_PORT: port(3001),
  EVENSTOCK_DATA_DIR: text('data'),
  EVENSTOCK_SIGNUP: z.enum(['open', 'closed'], { error: 'must be open or closed' }).default('open'),
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
  EVENSTOCK_CONSOLE_SECRET: z
    .string()
    .min(CONSOLE_SECRET_MIN, `must have at least ${String(CONSOLE_SECRET_MIN)} characters`)
    .optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: webAddress.default('https://api.stripe.com'),
  EVENSTOCK_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be debug, info, warn, error or silent',
    })
    .default('info'),
  EVENSTOCK_CONCURRENCY: count(8, 1, 100, 'jobs'),
  EVENSTOCK_ORDER_POLL_SECONDS: count(60, 5, 86_400, 'seconds'),
  EVENSTOCK_ORDER_RECONCILE_SECONDS: count(900, 60, 86_400, 'seconds'),
  EVENSTOCK_LISTING_POLL_SECONDS: count(300, 5, 86_400, 'seconds'),
  EVENSTOCK_LISTING_SWEEP_SECONDS: count(86_400, 60, 604_800, 'seconds'),
  EVENSTOCK_CHANNEL_TIMEOUT_SECONDS: count(15, 1, 120, 'seconds'),
  EVENSTOCK_FIRST_PULL_DAYS: count(90, 1, 365, 'days'),
  SHOPEE_PARTNER_ID: z.string().optional(),
  SHOPEE_PARTNER_KEY: z.string().optional(),
  SHOPEE_API_URL: webAddress.default('https://partner.shopeemobile.com'),
  SHOPEE_AUTH_URL: webAddress.default('https://open.shopee.com'),
  SHOPEE_SELLER_URL: webAddress.default('https://seller.shopee.sg'),
  LAZADA_APP_KEY: z.string().optional(),
  LAZADA_APP_SECRET: z.string().optional(),
  LAZADA_API_URL: webAddress.default('https://api.lazada.sg/rest'),
  LAZADA_AUTH_URL: webAddress.default('https://auth.lazada.com/rest'),
  LAZADA_AUTHORIZE_URL: webAddress.default('https://auth.lazada.com/oauth/authorize'),
  LAZADA_SELLER_URL: webAddress.default('https://sellercenter.lazada.sg'),
  SHOPIFY_CLIENT_ID: z.string().optional(),
  SHOPIFY_CLIENT_SECRET: z.string().optional(),
  SHOPIFY_SHOP_URL: text('https://{shop}.myshopify.com'),
  SHOPIFY_ADMIN_URL: text('https://admin.shopify.com/store/{shop}'),
  TIKTOK_APP_KEY: z.string().optional(),
  TIKTOK_APP_SECRET: z.string().optional(),
  TIKTOK_SERVICE_ID: text(''),
  TIKTOK_API_URL: webAddress.default('https://open-api.tiktokglobalshop.com'),
  TIKTOK_AUTH_URL: webAddress.default('https://auth.tiktok-shops.com'),
  TIKTOK_AUTHORIZE_URL: webAddress.default('https://services.tiktokshop.com/open/authorize'),
  TIKTOK_SELLER_URL: webAddress.default('https://seller-sg.tiktok.com'),
  TOKOPEDIA_CLIENT_ID: z.string().optional(),
  TOKOPEDIA_CLIENT_SECRET: z.string().optional(),
  TOKOPEDIA_FS_ID: text(''),
  TOKOPEDIA_WEBHOOK_SECRET: text(''),
  TOKOPEDIA_API_URL: webAddress.default('https://fs.tokopedia.net'),
  TOKOPEDIA_AUTH_URL: webAddress.default('https://accounts.tokopedia.com'),
  QOO10_API_URL: webAddress.default('https://api.qoo10.sg'),
  AMAZON_CLIENT_ID: z.string().optional(),
  AMAZON_CLIENT_SECRET: z.string().optional(),
  AMAZON_APPLICATION_ID: text(''),
  AMAZON_API_URL: webAddress.default('https://sellingpartnerapi-fe.amazon.com'),
  AMAZON_AUTH_URL: webAddress.default('https://api.amazon.com'),
  AMAZON_SELLER_URL: webAddress.default('https://sellercentral.amazon.sg'),
});
type Variables = z.infer<typeof variables>;

interface KeyNames {
  /** Null: the channel knows no apps, only sellers. */
  readonly id: keyof Variables | null;
  readonly secret: keyof Variables | null;
  readonly hosts: Readonly<Record<string, keyof Variables>>;
  readonly extra?: Readonly<Record<string, keyof Variables>>;
}

/** Which variables hold the installation's own keys at a channel, and where that channel is. */
const keyNames: Readonly<Record<ChannelKind, KeyNames>> = {
  shopee: {
    id: 'SHOPEE_PARTNER_ID',
    secret: 'SHOPEE_PARTNER_KEY',
    hosts: { api: 'SHOPEE_API_URL', auth: 'SHOPEE_AUTH_URL', seller: 'SHOPEE_SELLER_URL' },
  },
  lazada: {
    id: 'LAZADA_APP_KEY',
    secret: 'LAZADA_APP_SECRET',
    hosts: {
      api: 'LAZADA_API_URL',
      auth: 'LAZADA_AUTH_URL',
      authorize: 'LAZADA_AUTHORIZE_URL',
      seller: 'LAZADA_SELLER_URL',
    },
  },
  shopify: {
    id: 'SHOPIFY_CLIENT_ID',
    secret: 'SHOPIFY_CLIENT_SECRET',
    hosts: { shop: 'SHOPIFY_SHOP_URL', seller: 'SHOPIFY_ADMIN_URL' },
  },
  tiktok: {
    id: 'TIKTOK_APP_KEY',
    secret: 'TIKTOK_APP_SECRET',
    hosts: {
      api: 'TIKTOK_API_URL',
      auth: 'TIKTOK_AUTH_URL',
      authorize: 'TIKTOK_AUTHORIZE_URL',
      seller: 'TIKTOK_SELLER_URL',
    },
    extra: { service_id: 'TIKTOK_SERVICE_ID' },
  },
  tokopedia: {
    id: 'TOKOPEDIA_CLIENT_ID',
    secret: 'TOKOPEDIA_CLIENT_SECRET',
    hosts: { api: 'TOKOPEDIA_API_URL', auth: 'TOKOPEDIA_AUTH_URL' },
    extra: { fs_id: 'TOKOPEDIA_FS_ID', webhook_secret: 'TOKOPEDIA_WEBHOOK_SECRET' },
  },
  qoo10: { id: null, secret: null, hosts: { api: 'QOO10_API_URL' } },
  'amazon-sg': {
    id: 'AMAZON_CLIENT_ID',
    secret: 'AMAZON_CLIENT_SECRET',
    hosts: { api: 'AMAZON_API_URL', auth: 'AMAZON_AUTH_URL', seller: 'AMAZON_SELLER_URL' },
    extra: { application_id: 'AMAZON_APPLICATION_ID' },
  },
};

/**
 * Reads the configuration from environment variables.
 * @throws StartProblem with one sentence for each value that cannot be used
 */
export function readConfiguration(environment: Environment, kind: InstallationKind): Configuration {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new StartProblem(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'),
    );
  }
  const values = parsed.data;
  const problems = [
    ...(kind === 'production' ? missing(values) : []),
    ...halfKeys(values),
    ...halfPairs(values),
  ];
  if (problems.length > 0) throw new StartProblem(problems.join('\n'));
  const publicUrl = values.EVENSTOCK_URL ?? `http://localhost:${String(values.PORT)}`;
  return {
    kind,
    databaseUrl: values.DATABASE_URL ?? null,
    host: values.HOST,
    port: values.PORT,
    sandboxPort: values.SANDBOX_PORT,
    dataFolder: resolve(values.EVENSTOCK_DATA_DIR),
    secrets: values.EVENSTOCK_SECRET ?? [],
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.EVENSTOCK_MAIL_FROM ?? `Evenstock <no-reply@${new URL(publicUrl).hostname}>`,
    logLevel: values.EVENSTOCK_LOG_LEVEL,
    concurrency: values.EVENSTOCK_CONCURRENCY,
    settings: {
      publicUrl,
      isDemo: kind === 'demo',
      signupOpen: values.EVENSTOCK_SIGNUP === 'open',
      // The reward is handed out by people: an installation says so, the demo shows it.
      referralOn: (values.EVENSTOCK_REFERRAL ?? (kind === 'demo' ? 'on' : 'off')) === 'on',
      faqUrl: values.EVENSTOCK_FAQ_URL,
      cookiePrefix: values.EVENSTOCK_COOKIE_PREFIX,
      pageTrackingUrl: values.EVENSTOCK_PAGE_TRACKING ?? null,
      orderPollSeconds: values.EVENSTOCK_ORDER_POLL_SECONDS,
      orderReconcileSeconds: values.EVENSTOCK_ORDER_RECONCILE_SECONDS,
      listingPollSeconds: values.EVENSTOCK_LISTING_POLL_SECONDS,
      listingSweepSeconds: values.EVENSTOCK_LISTING_SWEEP_SECONDS,
      channelTimeoutSeconds: values.EVENSTOCK_CHANNEL_TIMEOUT_SECONDS,
      firstPullDays: values.EVENSTOCK_FIRST_PULL_DAYS,
    },
    apps: readKeys(values, kind),
    console: readConsole(values),
    payments: readPayments(values),
  };
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

function halfKeys(values: Variables): string[] {
  return channelKinds.flatMap((channel) => {
    const { id, secret } = keyNames[channel];
    if (id === null || secret === null) return [];
    if ((values[id] === undefined) === (values[secret] === undefined)) return [];
    return [
      `${id} and ${secret} belong together: set both to connect to ${channels[channel].label}, or neither.`,
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

function readKeys(values: Variables, kind: InstallationKind): Partial<Record<ChannelKind, AppKeys>> {
  return Object.fromEntries(
    channelKinds.flatMap((channel) => {
      const names = keyNames[channel];
      // Nothing tells whether the real channel is meant: the demo then has the sandbox's.
      if (names.id === null && kind === 'demo') return [];
      const id = names.id === null ? '' : values[names.id];
      const secret = names.secret === null ? '' : values[names.secret];
      if (typeof id !== 'string' || typeof secret !== 'string') return [];
      const valuesOf = (variablesByName: Readonly<Record<string, keyof Variables>>) =>
        Object.fromEntries(
          Object.entries(variablesByName).map(([name, variable]) => [name, String(values[variable])]),
        );
      return [[channel, { id, secret, hosts: valuesOf(names.hosts), extra: valuesOf(names.extra ?? {}) }]];
    }),
  );
}

/** A secret for an installation that was given none. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}
