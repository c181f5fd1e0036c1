import { createHmac, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { uploadAttachment } from '@evenstock/contract/attachments/attachments';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePorts } from '../../../../scripts/ports.mjs';
import { systemClock } from '../../platform/time/clock.ts';
import { createEncryption } from '../../platform/secrets/encryption.ts';
import { openFileStore } from '../../platform/files/files.ts';
import { filesInFolder } from '../../platform/files/folder-files.ts';
import { startCluster, type Cluster } from '../../platform/postgres/postgres-launcher.ts';
import { openBucketServer, type BucketServer } from '../bucket-server.ts';
import { openMailSink, type MailSink } from '../mail-sink.ts';
import { imageForm, png } from '../upload-image.ts';
import { runProcess, startProcess, type RealProcess } from './processes.ts';

/* The commands of the people who run an installation, as real processes beside a running program. */

const OLD = '1'.repeat(64);
const NEW = '2'.repeat(64);
const ADMIN = 'admin@shop.test';
const STEP_MS = 30_000;
const WEBHOOK_SECRET = 'whsec_of_the_test';

const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-commands-'));
const programFolder = mkdtempSync(join(tmpdir(), 'evenstock-commands-data-'));
let cluster: Cluster;
let mails: MailSink;
let database: string;
let port: number;
let running: RealProcess | null = null;
beforeAll(async () => {
  // PostgreSQL's user must be able to pass through.
  chmodSync(dataFolder, 0o711);
  cluster = await startCluster({ dataFolder, durable: false });
  mails = await openMailSink();
});
beforeEach(async () => {
  database = `commands_${randomUUID().replaceAll('-', '')}`;
  await query('postgres', `create database ${database}`);
  port = await freePorts(1);
});
afterEach(async () => {
  await running?.kill();
  running = null;
});
afterAll(async () => {
  mails.close();
  await cluster.stop();
  rmSync(dataFolder, { recursive: true, force: true });
  rmSync(programFolder, { recursive: true, force: true });
  rmSync(cluster.folder, { recursive: true, force: true });
});

async function query(name: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(cluster.connection(name));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const dist = join(import.meta.dirname, '../../../dist');
const SERVER = 'main';
/** What else is set for the program. */
const more: Record<string, string> = {};
const file = (name: string): string => join(dist, name === SERVER ? 'main.js' : `commands/${name}.js`);

function environment(secret: string): Record<string, string> {
  const { host = '', user = '' } = cluster.connection(database);
  return {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    EVENSTOCK_URL: `http://127.0.0.1:${String(port)}`,
    EVENSTOCK_SECRET: secret,
    EVENSTOCK_DATA_DIR: programFolder,
    HOST: '127.0.0.1',
    PORT: String(port),
    SMTP_URL: mails.url,
    STRIPE_SECRET_KEY: 'sk_test_of_the_test',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: 'http://127.0.0.1:9',
    ...more,
  };
}

/** Starts the program by a secret, in place of the one that ran. */
async function runWith(secret: string): Promise<void> {
  await running?.kill();
  running = await startProcess(file(SERVER), ['all'], environment(secret), 'Evenstock runs');
}

const command = (name: string, secret: string, ...args: string[]): Promise<string> =>
  runProcess(file(name), args, environment(secret));

/** What a command says that is to fail. */
async function refusal(name: string, secret: string, ...args: string[]): Promise<string> {
  return startProcess(file(name), args, environment(secret), '\0never').then(
    () => '',
    (error: unknown) => String(error),
  );
}

async function call(method: string, path: string, token: string | null, body?: unknown) {
  const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { 'authentication-token': token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const value: unknown = await answer.json();
  return { status: answer.status, body: value };
}

const userReply = z.object({ user: z.object({ authentication_token: z.string() }) });

async function signIn(password: string, otp?: string): Promise<string> {
  const user = { email: ADMIN, password, ...(otp === undefined ? {} : { otp }) };
  const { body } = await call('POST', '/api/sessions.json', null, { user });
  return userReply.parse(body).user.authentication_token;
}

async function grant(): Promise<string> {
  return /shown only here: (\S+)/.exec(await command('grant', OLD, ADMIN))?.[1] ?? '';
}

const statusOf = async (token: string) => (await call('GET', '/api/account.json', token)).status;

/** A notice of the payment provider, signed as it signs. */
async function notice(id: string): Promise<number> {
  const body = JSON.stringify({ id, object: 'event', type: 'charge.succeeded', data: { object: {} } });
  const at = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${at}.${body}`).digest('hex');
  const answer = await fetch(`http://127.0.0.1:${String(port)}/webhooks/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
    body,
  });
  return answer.status;
}

it('expire-password stops a running session at the new password, and reports an unknown address', async () => {
  await runWith(OLD);
  const password = await grant();
  const token = await signIn(password);
  const store = { name: 'Expiring', country: 'sg' };
  expect((await call('POST', '/api/stores.json', token, { store })).status).toBe(200);
  expect(await command('expire-password', OLD, ADMIN)).toContain(`${ADMIN} must choose a new password`);
  expect(await call('GET', '/api/stores/expiring.json', token)).toMatchObject({
    status: 403,
    body: { error: 'Password expired. Please change your password.' },
  });

  const user = { password: 'chosen after it expired' };
  expect((await call('PATCH', '/api/account.json', token, { user })).status).toBe(200);
  expect((await call('GET', '/api/stores/expiring.json', token)).status).toBe(200);
  expect(await refusal('expire-password', OLD, 'nobody@shop.test')).toContain(
    'No account has the email nobody@shop.test.',
  );
});

it('rotate-secret leaves no gap: what was there before works with old and new, and then with the new one alone', async () => {
  await runWith(OLD);
  const password = await grant();
  const before = await signIn(password);
  const { second_factor: factor } = z
    .object({ second_factor: z.object({ secret: z.string() }) })
    .parse((await call('POST', '/api/account/second_factor.json', before, { user: {} })).body);
  const app = new TOTP({ secret: Secret.fromBase32(factor.secret) });
  let used = 0;
  /** A code that is taken now: each counts once, and one step ahead is taken. */
  const nextCode = async (): Promise<string> => {
    const step = Math.max(Math.floor(Date.now() / STEP_MS), used + 1);
    await pause(Math.max(0, (step - 1) * STEP_MS - Date.now()));
    used = step;
    return app.generate({ timestamp: step * STEP_MS });
  };
  const user = { otp: await nextCode() };
  expect((await call('PATCH', '/api/account/second_factor.json', before, { user })).status).toBe(200);
  const store = { name: 'Rotating', country: 'sg' };
  expect((await call('POST', '/api/stores.json', before, { store })).status).toBe(200);
  const invited = { email: 'invited@shop.test', role: 'member' };
  const invitation = await call('POST', '/api/stores/rotating/store_profiles.json', before, {
    store_profile: invited,
  });
  expect(invitation.status, JSON.stringify(invitation.body)).toBe(200);
  const link = await mails.find(/invitation_token=[\w-]+/);
  expect(await notice('evt_before')).toBe(200);

  const files = openFileStore({
    sealed: filesInFolder(join(programFolder, 'files')),
    encryption: createEncryption([Buffer.from(OLD, 'hex')]),
    clock: systemClock,
  });
  await files.write(files.newKey(), Buffer.from('a label'));

  const both = `${NEW},${OLD}`;
  await runWith(both);
  expect(await statusOf(before)).toBe(200);
  const meanwhile = await signIn(password, await nextCode());
  expect(await notice('evt_meanwhile')).toBe(200);
  const said = await command('rotate-secret', both);
  expect(said).toContain(`Files in ${join(programFolder, 'files')}: 1; sealed anew: 1.`);
  expect(said).toContain('2 sealed values; 2 sealed anew.');
  expect(await command('rotate-secret', both)).toContain('2 sealed values; 0 sealed anew.');
  expect(await statusOf(meanwhile)).toBe(200);

  await runWith(NEW);
  expect([await statusOf(before), await statusOf(meanwhile)]).toEqual([200, 200]);
  await signIn(password, await nextCode());
  expect(await notice('evt_before')).toBe(200);
  const newcomer = { invitation_token: link.slice('invitation_token='.length), password: 'a new hand' };
  const accepted = await call('POST', '/api/account/accept_invitation.json', null, { user: newcomer });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);

  // One place all the while: it is known by one fingerprint, whichever secret there was.
  const places = 'select count(distinct address_print)::int as places from sessions';
  expect(await query(database, places)).toEqual([{ places: 1 }]);
  expect(await query(database, 'select id from payment_events order by id')).toEqual([
    { id: 'evt_before' },
    { id: 'evt_meanwhile' },
  ]);
});

describe('files in a bucket', () => {
  let bucket: BucketServer;
  beforeEach(async () => {
    bucket = await openBucketServer();
    const { url, region, bucket: name, prefix, keyId, secret } = bucket.settings;
    Object.assign(more, {
      EVENSTOCK_S3_URL: url,
      EVENSTOCK_S3_REGION: region,
      EVENSTOCK_S3_BUCKET: name,
      EVENSTOCK_S3_PREFIX: prefix,
      EVENSTOCK_S3_KEY_ID: keyId,
      EVENSTOCK_S3_SECRET: secret,
    });
  });
  afterEach(async () => {
    for (const name of Object.keys(more)) Reflect.deleteProperty(more, name);
    await running?.kill();
    await bucket.close();
  });

  it('are kept there by the running program, and rotate-secret encrypts them anew', async () => {
    await runWith(OLD);
    const token = await signIn(await grant());
    const form = imageForm({ bytes: png });
    const uploaded = await fetch(`http://127.0.0.1:${String(port)}/api/attachments.json`, {
      method: 'POST',
      headers: { 'authentication-token': token },
      body: form,
    });
    const { url } = uploadAttachment.reply.parse(await uploaded.json()).attachment;
    const [name = '', sealed = Buffer.alloc(0)] = [...bucket.objects][0] ?? [];
    expect(name).toMatch(/^shops\/one\/[0-9a-f]{2}\/[0-9a-f-]{36}$/);
    const both = `${NEW},${OLD}`;
    await runWith(both);
    expect(await command('rotate-secret', both)).toContain(
      `Files in bucket evenstock-files at ${bucket.settings.url}: 1; sealed anew: 1.`,
    );
    expect(bucket.objects.get(name)?.equals(sealed)).toBe(false);
    await runWith(NEW);
    const opened = await fetch(`http://127.0.0.1:${String(port)}${url}`);
    expect(Buffer.from(await opened.arrayBuffer()).equals(png)).toBe(true);
  });

  it('stop the start with a sentence where the bucket cannot be used, which names no secret', async () => {
    more['EVENSTOCK_S3_SECRET'] = 'not-the-secret-4c1d';
    const wrong = await refusal(SERVER, OLD, 'all');
    expect(wrong).toContain('does not take EVENSTOCK_S3_KEY_ID and EVENSTOCK_S3_SECRET');
    expect(wrong).not.toContain('not-the-secret-4c1d');
    delete more['EVENSTOCK_S3_SECRET'];
    expect(await refusal(SERVER, OLD, 'all')).toContain('EVENSTOCK_S3_SECRET is not set');
  });
});

it('verify-activities finds all as it was sealed, and names entries that were changed, deleted or inserted since', async () => {
  await runWith(OLD);
  const token = await signIn(await grant());
  for (const name of ['Sealed', 'Sealed too']) {
    const made = await call('POST', '/api/stores.json', token, { store: { name, country: 'sg' } });
    expect(made.status).toBe(200);
  }
  // The program seals each minute; here at once.
  await query(database, "select graphile_worker.add_job('journal.seal_activities', '{}'::json)");
  const waiting = 'select count(*)::int as waiting from unsealed_activities';
  await expect.poll(() => query(database, waiting)).toEqual([{ waiting: 0 }]);
  const whole = await command('verify-activities', OLD);
  expect(whole).toContain('2 entries are as they were sealed.');
  expect(whole).toContain('EVENSTOCK_RECOVERY_DIR is not set: compare the newest seals');

  const activity = z.object({ id: z.coerce.number(), store: z.coerce.number() });
  const sealed = await query(database, 'select id, store_id as store from activities order by id');
  const [changed, deleted] = z.tuple([activity, activity]).parse(sealed);
  const [one, other] = [changed, deleted].map(({ store }) => `store ${String(store)}`);
  expect(whole).toMatch(new RegExp(`^${String(one)}: 1 entries, newest seal 1\\.1 [0-9a-f]{64}$`, 'm'));
  await query(
    database,
    `set session_replication_role = replica;
    update activities set created_at = created_at - interval '1 day' where id = ${String(changed.id)};
    delete from activities where id = ${String(deleted.id)}`,
  );
  // An ordinary connection inserts one.
  const insert = `
    insert into activities (store_id, key, actor_type, created_at)
    values (${String(deleted.store)}, 'store.update', 'System', now()) returning id, store_id as store`;
  const [inserted] = z.tuple([activity]).parse(await query(database, insert));
  const said = await refusal('verify-activities', OLD);
  expect(said).toContain(
    `CHANGED: activity ${String(changed.id)} of ${String(one)} is not what was sealed.\n` +
      `MISSING: activity ${String(deleted.id)} of ${String(other)} is gone.\n` +
      `INSERTED: activity ${String(inserted.id)} of ${String(other)} was put in behind the program.\n`,
  );
  expect(said).toContain('Problems: 3, in 2 entries.');
});

it('a secret that is not the installation’s starts nothing, and is said to be another', async () => {
  await runWith(OLD);
  await running?.kill();
  const said = await refusal(SERVER, NEW, 'all');
  expect(said).toContain('EVENSTOCK_SECRET is not the secret of this installation');
  expect(said).toContain('npm run rotate-secret');
  expect(said).not.toContain(NEW);
});
