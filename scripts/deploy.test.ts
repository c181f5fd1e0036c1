import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

/* What operators copy: units of systemd, containers, proxies. */

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy');
const scratch = mkdtempSync(join(tmpdir(), 'evenstock-units-'));
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const isSetting = (name: string): boolean => readme.includes(`\`${name.replace(/_FILE$/, '')}\``);

it('sets nothing but what README’s table has', () => {
  const set = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b((?:EVENSTOCK|DATABASE|SMTP)_[A-Z_]+)[=:]/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(set).toContain('EVENSTOCK_SECRET_FILE');
  expect(set.filter((name) => !isSetting(name))).toEqual([]);
});

/** Where a program of the system is; null: nowhere. */
const found = (name: string): string | null =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((place) => join(place, name))
    .find(existsSync) ?? null;

const units = ['evenstock-http@', 'evenstock-worker@'];

it.each(units)('%s.service is a unit that systemd takes, and has few rights', (unit) => {
  const text = readFileSync(join(folder, 'systemd', `${unit}.service`), 'utf8');
  const role = unit.slice('evenstock-'.length, -1);
  expect(text).toContain(`ExecStart=/usr/bin/node server/dist/main.js ${role}\n`);
  for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=', 'UMask=0077'])
    expect(text.split('\n')).toContain(line);
  const analyse = found('systemd-analyze');
  if (analyse === null) return;
  // Node is elsewhere on some machines, and a unit that is verified names a program that is there.
  const path = join(scratch, `${unit}3000.service`);
  copyFileSync(join(folder, 'systemd', `${unit}.service`), path);
  writeFileSync(path, text.replace('/usr/bin/node', process.execPath));
  const verified = execFileSync(analyse, ['verify', '--man=no', path], { encoding: 'utf8', stdio: 'pipe' });
  expect(verified).toBe('');
  const judged = execFileSync(analyse, ['security', '--offline=true', '--threshold=20', path], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  expect(judged).toContain('OK');
});

it('each proxy passes the address of the caller, keeps /metrics to operators, and takes streams', () => {
  const proxies = ['nginx.conf', 'Caddyfile', 'haproxy.cfg'];
  expect(readdirSync(join(folder, 'proxies')).sort()).toEqual([...proxies].sort());
  for (const name of proxies) {
    const text = readFileSync(join(folder, 'proxies', name), 'utf8');
    expect(text).toContain('X-Forwarded-For');
    expect(text).toContain('/metrics');
    expect(text).toMatch(/proxy_read_timeout 60s|flush_interval -1|timeout server 60s/);
  }
});
