import { connectors } from '@evenstock/connectors/registry';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newSecret, readConfiguration } from './configuration.ts';
import { StartProblem } from './platform/process/start-problem.ts';
import { limitsOf } from './modules/connections/limits/rate-limit.rules.ts';

const production = {
  DATABASE_URL: 'postgres://evenstock@db/evenstock',
  EVENSTOCK_URL: 'https://stock.example.com/',
  EVENSTOCK_SECRET: newSecret(),
  SMTP_URL: 'smtp://localhost:25',
};

function problemOf(environment: Record<string, string>, kind: 'demo' | 'production' = 'demo'): string {
  try {
    readConfiguration(environment, kind);
  } catch (error) {
    if (error instanceof StartProblem) return error.message;
    throw error;
  }
  return 'no problem';
}

describe('configuration', () => {
  it('needs nothing for the demo', () => {
    const { settings, port, sandboxPort, dataFolder, apps, databaseUrl, ...rest } = readConfiguration(
      {},
      'demo',
    );
    expect({ port, sandboxPort, dataFolder, apps, databaseUrl }).toEqual({
      port: 3000,
      sandboxPort: 3001,
      dataFolder: resolve('data'),
      apps: {},
      databaseUrl: null,
    });
    expect(settings).toMatchObject({
      publicUrl: 'http://localhost:3000',
      isDemo: true,
      demo: null,
      orderPollSeconds: 60,
      webhookHosts: [],
      orderReconcileSeconds: 900,
      listingPollSeconds: 300,
      listingSweepSeconds: 86_400,
      pageTrackingUrl: null,
      faqUrl: '/faq',
      firstPullDays: 90,
    });
    expect(rest).toMatchObject({ console: null, payments: null });
  });

  it('keeps a recovery log in the data folder of the demo’s own database, and for any other only if it is configured', () => {
    const folderOf = (environment: Record<string, string>, kind: 'demo' | 'production') =>
      readConfiguration(environment, kind).recoveryFolder;
    const { DATABASE_URL } = production;
    expect(folderOf({}, 'demo')).toBe(resolve('data', 'recovery'));
    expect(folderOf({ EVENSTOCK_DATA_DIR: '/srv/shop' }, 'demo')).toBe('/srv/shop/recovery');
    expect(folderOf({ DATABASE_URL }, 'demo')).toBeNull();
    expect(folderOf({ ...production, EVENSTOCK_DATA_DIR: '/srv/shop' }, 'production')).toBeNull();
    expect(folderOf({ ...production, EVENSTOCK_RECOVERY_DIR: '/srv/log' }, 'production')).toBe('/srv/log');
  });

  it('knows the console and the payment provider where both halves of their keys are set', () => {
    expect(
      readConfiguration(
        {
          ...production,
          EVENSTOCK_CONSOLE_URL: 'https://console.example.com/',
          EVENSTOCK_CONSOLE_SECRET: 'sixteen-letters!',
          STRIPE_SECRET_KEY: 'sk_1',
          STRIPE_WEBHOOK_SECRET: 'whsec_1',
        },
        'production',
      ),
    ).toMatchObject({
      console: { url: 'https://console.example.com', secret: 'sixteen-letters!' },
      payments: { url: 'https://api.stripe.com', secretKey: 'sk_1', webhookSecret: 'whsec_1' },
    });
  });

  it('reads the proxies that are trusted, and refuses what is no address', () => {
    const trusted = (text: string) =>
      readConfiguration({ ...production, EVENSTOCK_TRUSTED_PROXIES: text }, 'production').trustedProxies;
    expect(trusted('')).toEqual([]);
    expect(trusted('10.0.0.0/8, 2001:db8::1')).toEqual(['10.0.0.0/8', '2001:db8::1']);
    expect(problemOf({ ...production, EVENSTOCK_TRUSTED_PROXIES: '10.0.0.0/8,proxy' }, 'production')).toBe(
      'EVENSTOCK_TRUSTED_PROXIES must be addresses or networks like 10.0.0.0/8, separated by commas.',
    );
  });

  describe('files in a bucket', () => {
    const bucket = {
      EVENSTOCK_S3_URL: 'https://s3.ap-southeast-1.amazonaws.com/',
      EVENSTOCK_S3_BUCKET: 'evenstock-files',
      EVENSTOCK_S3_KEY_ID: 'AKIA1',
      EVENSTOCK_S3_SECRET: 's3cret',
    };

    it('are kept where all four settings name one', () => {
      expect(readConfiguration(production, 'production').bucket).toBeNull();
      expect(readConfiguration({ ...production, ...bucket }, 'production').bucket).toEqual({
        url: 'https://s3.ap-southeast-1.amazonaws.com',
        bucket: 'evenstock-files',
        keyId: 'AKIA1',
        secret: 's3cret',
        region: 'us-east-1',
        prefix: '',
      });
      const more = { EVENSTOCK_S3_REGION: 'ap-southeast-1', EVENSTOCK_S3_PREFIX: 'shops/one/' };
      expect(readConfiguration({ ...bucket, ...more }, 'demo').bucket).toMatchObject({
        region: 'ap-southeast-1',
        prefix: 'shops/one',
      });
    });

    it('are not kept by half of them, nor by values that cannot be used', () => {
      expect(problemOf({ ...bucket, EVENSTOCK_S3_SECRET: '' })).toBe(
        'EVENSTOCK_S3_SECRET is not set: files in a bucket need EVENSTOCK_S3_URL, EVENSTOCK_S3_BUCKET, EVENSTOCK_S3_KEY_ID, EVENSTOCK_S3_SECRET. Set all of them, or none.',
      );
      expect(problemOf({ EVENSTOCK_S3_PREFIX: 'one' })).toMatch(/^EVENSTOCK_S3_URL, .* are not set/);
      expect(problemOf({ ...bucket, EVENSTOCK_S3_BUCKET: 'Files/one' })).toContain('the name of a bucket');
      expect(problemOf({ ...bucket, EVENSTOCK_S3_PREFIX: '../up' })).toContain('like shops/evenstock');
      expect(problemOf({ ...bucket, EVENSTOCK_S3_REGION: 'eu west' })).toContain('like eu-central-1');
      const withKeys = problemOf({ ...bucket, EVENSTOCK_S3_URL: 'https://id:hidden@s3.example.com' });
      expect(withKeys).toContain('EVENSTOCK_S3_URL must hold no user or password');
      expect(withKeys).not.toContain('hidden');
    });
  });

  it('names all that production lacks, one sentence each', () => {
    const lines = problemOf({}, 'production').split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'EVENSTOCK_URL',
      'EVENSTOCK_SECRET',
      'SMTP_URL',
    ]);
  });

  it('reads production with keys, and takes real hosts unless others are set', () => {
    const { apps, settings, secrets } = readConfiguration(
      {
        ...production,
        SHOPEE_PARTNER_ID: '2001',
        SHOPEE_PARTNER_KEY: 'k',
        LAZADA_APP_KEY: '1',
        LAZADA_APP_SECRET: 's',
        LAZADA_API_URL: 'http://localhost:9/',
      },
      'production',
    );
    expect(settings.publicUrl).toBe('https://stock.example.com');
    expect(secrets).toHaveLength(1);
    expect(apps.shopee).toEqual({
      id: '2001',
      secret: 'k',
      hosts: {
        api: 'https://partner.shopeemobile.com',
        auth: 'https://open.shopee.com',
        seller: 'https://seller.shopee.sg',
      },
      extra: {},
    });
    expect(apps.lazada?.hosts).toEqual({
      api: 'http://localhost:9',
      auth: 'https://auth.lazada.com/rest',
      authorize: 'https://auth.lazada.com/oauth/authorize',
      seller: 'https://sellercenter.lazada.sg',
    });
    expect(apps.shopify).toBeUndefined();
    // Qoo10 knows sellers, not apps: it is there without keys.
    expect(apps.qoo10).toEqual({ id: '', secret: '', hosts: { api: 'https://api.qoo10.sg' }, extra: {} });
  });

  it('takes the calls a second that a vendor allows the app, for its calls and not for its tokens', () => {
    const keys = { TOKOPEDIA_CLIENT_ID: '1', TOKOPEDIA_CLIENT_SECRET: 's' };
    const { tokopedia } = readConfiguration(
      { ...production, ...keys, TOKOPEDIA_CALLS_PER_SECOND: '50' },
      'production',
    ).apps;
    expect(tokopedia?.callsPerSecond).toBe(50);
    const limits = limitsOf(connectors.tokopedia, tokopedia ?? {});
    expect(limits['orders']).toEqual({ perSecond: 50, burst: 200, scope: 'app' });
    expect(limits['token']).toEqual(connectors.tokopedia.limits['token']);
    expect(limitsOf(connectors.tokopedia, {})).toBe(connectors.tokopedia.limits);
  });

  it('takes several secrets, newest first, in hexadecimal or Base64', () => {
    const [old, young] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const { secrets } = readConfiguration(
      { ...production, EVENSTOCK_SECRET: `${young.toString('base64')}, ${old.toString('hex')}` },
      'production',
    );
    expect(secrets).toEqual([young, old]);
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a port number from 1 to 65535.'],
    [{ PORT: '0' }, 'PORT must be a port number'],
    [{ SANDBOX_PORT: '70000' }, 'SANDBOX_PORT must be a port number'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be an address like postgres://'],
    [
      { EVENSTOCK_URL: 'stock.example.com' },
      'EVENSTOCK_URL must be an address that begins with http:// or https://.',
    ],
    [{ EVENSTOCK_SECRET: 'short' }, 'EVENSTOCK_SECRET must be 32 random bytes'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an address like smtp://'],
    [{ EVENSTOCK_SIGNUP: 'maybe' }, 'EVENSTOCK_SIGNUP must be open or closed.'],
    [
      { EVENSTOCK_ORDER_POLL_SECONDS: '1' },
      'EVENSTOCK_ORDER_POLL_SECONDS must be a whole number of seconds from 5 to 86400.',
    ],
    [
      { EVENSTOCK_CONSOLE_URL: 'https://console.example.com' },
      'EVENSTOCK_CONSOLE_URL and EVENSTOCK_CONSOLE_SECRET belong together',
    ],
    [{ STRIPE_SECRET_KEY: 'sk_1' }, 'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together'],
    [
      {
        EVENSTOCK_CONSOLE_URL: 'https://console.example.com',
        EVENSTOCK_CONSOLE_SECRET: 'short',
      },
      'EVENSTOCK_CONSOLE_SECRET must have at least 16 characters.',
    ],
    [{ EVENSTOCK_METRICS_TOKEN: 'short' }, 'EVENSTOCK_METRICS_TOKEN must have at least 16 characters.'],
    [{ SHOPEE_PARTNER_ID: '2001' }, 'SHOPEE_PARTNER_ID and SHOPEE_PARTNER_KEY belong together'],
    [
      { TOKOPEDIA_CALLS_PER_SECOND: 'many' },
      'TOKOPEDIA_CALLS_PER_SECOND must be a number of calls a second from 0.1 to 1000.',
    ],
  ])('answers %j with one plain sentence', (environment, sentence) => {
    const problem = problemOf(environment);
    expect(problem).toContain(sentence);
    expect(problem.split('\n')).toHaveLength(1);
  });
});

it('any setting may be in a file, a channel’s too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenstock-configuration-'));
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  try {
    const { databaseUrl, apps } = readConfiguration(
      {
        DATABASE_URL_FILE: file('one', 'postgres://evenstock@db/evenstock'),
        SHOPEE_PARTNER_ID: '7',
        SHOPEE_PARTNER_KEY_FILE: file('two', 'a key\n'),
      },
      'demo',
    );
    expect(databaseUrl).toBe('postgres://evenstock@db/evenstock');
    expect(apps['shopee']).toMatchObject({ id: '7', secret: 'a key' });
    expect(problemOf({ DATABASE_URL_FILE: join(folder, 'nowhere') })).toContain('which cannot be read');
    expect(problemOf({ DATABASE_URL: 'postgres://one,,two/db' })).toBe(
      'DATABASE_URL names several hosts, and one of them is empty.',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
