import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePorts, isFree } from './ports.mjs';

const ROW = 10;

it('no port is given out twice, in one process or in several', async () => {
  const script = `
    const { freePorts } = await import(${JSON.stringify(join(import.meta.dirname, 'ports.mjs'))});
    const rows = await Promise.all(Array.from({ length: 12 }, () => freePorts(${ROW})));
    process.stdout.write(JSON.stringify(rows) + '\\n');
    process.stdin.resume();`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const rows = await Promise.all(
    children.map(async (child) => {
      const [line] = await once(child.stdout, 'data');
      return JSON.parse(String(line)) as number[];
    }),
  );
  for (const child of children) child.stdin.end();
  const given = rows.flat().flatMap((first) => Array.from({ length: ROW }, (_, index) => first + index));
  expect(given).toHaveLength(4 * 12 * ROW);
  expect(new Set(given).size).toBe(given.length);
  for (const port of given) expect(port).toBeLessThan(32_768);
});

it('a used port is skipped', async () => {
  const first = await freePorts(1);
  const occupant = createServer();
  occupant.listen(first + 1, '127.0.0.1');
  await once(occupant, 'listening');
  expect(await isFree(first + 1)).toBe(false);
  expect(await freePorts(1)).not.toBe(first + 1);
  occupant.close();
});
