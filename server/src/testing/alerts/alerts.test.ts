import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/* Prometheus itself reads the rules, and each alert fires once. */

const run = promisify(execFile);
const folder = join(import.meta.dirname, '../../../../docs/operations');

it('Prometheus takes the rules', async () => {
  const { stdout } = await run('promtool', ['check', 'rules', join(folder, 'alerts.yml')]);
  expect(stdout).toContain('SUCCESS');
});

it('each alert fires once, with its words, and none on a quiet day', async () => {
  const rules = await readFile(join(folder, 'alerts.yml'), 'utf8');
  const cases = await readFile(join(folder, 'alerts.test.yml'), 'utf8');
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const fires = new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n\\s+- exp_labels:`);
    expect(cases, `${name} fires in a case`).toMatch(fires);
    expect(cases, `${name} is silent in a case`).toContain(`alertname: ${name}\n        exp_alerts: []`);
  }
  const { stdout } = await run('promtool', ['test', 'rules', join(folder, 'alerts.test.yml')]);
  expect(stdout).toContain('SUCCESS');
});
