import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { freePorts } from '../../scripts/ports.mjs';
import { ShopeeClient } from './testing/shopee-client.ts';

/** The consecutive ports of a sandbox (sandbox/README.md). */
const PORTS = 9;

type Running = ChildProcessByStdio<Writable, Readable, null>;

let folder: string;
let port: number;
const started: Running[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evenstock-sandbox-'));
  port = await freePorts(PORTS);
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  rmSync(folder, { recursive: true });
});

async function start(): Promise<Running> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', main], {
    env: { ...process.env, SANDBOX_PORT: String(port), SANDBOX_DATA_DIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('\n')) break;
  }
  expect(said.trim()).toBe(`sandbox ready: http://127.0.0.1:${String(port)}`);
  return child;
}

async function control(method: string, path: string, body: unknown = {}): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${String(port)}/control${path}`, {
    method,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  const json: unknown = await reply.json();
  return json;
}

test('a kill loses nothing that was answered: shops, listings, orders, tokens and faults are restored', async () => {
  let child = await start();
  const shops = z
    .array(z.object({ channel: z.string(), shop: z.string() }))
    .parse(await control('GET', '/shops'));
  const shop = shops.find(({ channel }) => channel === 'shopee')?.shop ?? '';
  const { code } = z.object({ code: z.string() }).parse(await control('POST', `/shopee/${shop}/grant`));
  const apps = z
    .object({ shopee: z.object({ address: z.string(), app_id: z.string(), app_secret: z.string() }) })
    .parse(await control('GET', '/apps'));
  const client = new ShopeeClient({
    base: apps.shopee.address,
    partnerId: apps.shopee.app_id,
    partnerKey: apps.shopee.app_secret,
  });
  await client.authorise(code, shop);
  await control('PUT', '/faults', [{ kind: 'throttle', rate: 1, call: 'get_model_list' }]);
  const placed = z
    .object({ number: z.string() })
    .parse(await control('POST', `/shopee/${shop}/orders`, { lines: [{ sku: 'KAYA-240', quantity: 2 }] }));
  const before = [await control('GET', '/shops'), await control('GET', `/shopee/${shop}/listings`), await control('GET', `/shopee/${shop}/orders`), await control('GET', '/faults')]; // oxfmt-ignore

  child.kill('SIGKILL');
  await once(child, 'exit');
  child = await start();
  expect([await control('GET', '/shops'), await control('GET', `/shopee/${shop}/listings`), await control('GET', `/shopee/${shop}/orders`), await control('GET', '/faults')]).toEqual(before); // oxfmt-ignore
  expect((await client.get('/order/get_order_detail', { order_sn_list: placed.number })).error).toBe('');
  expect((await client.get('/product/get_model_list', { item_id: 1 })).error).toBe('error_rate_limit');
  const old = client.accessToken;
  expect((await client.refresh()).error).toBe('');
  expect(client.accessToken).not.toBe(old);
});

test('stops on SIGTERM, and when its parent closes its input', async () => {
  const asked = await start();
  asked.kill('SIGTERM');
  expect(await once(asked, 'exit')).toEqual([0, null]);
  const left = await start();
  left.stdin.end();
  expect(await once(left, 'exit')).toEqual([0, null]);
});
