import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PER_PROCESS = 100;
/** What people do in one seed; many seeds find more than long ones. */
const ACTIONS = 30;

/** Plays seeds in a process of their own: two of these keep two processors busy, and no more. */
function play(from: number, count: number): Promise<{ code: number | null; told: string }> {
  const main = join(import.meta.dirname, 'main.ts');
  const seeds = ['--seeds', String(count), '--from', String(from), '--actions', String(ACTIONS)];
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', main, ...seeds]);
  let told = '';
  const hear = (text: Buffer): void => {
    told += text.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, told });
    });
  });
}

describe('every promise is kept, whatever happens in between', () => {
  it.concurrent.each([1, 1 + PER_PROCESS])('in a hundred seeds from %i on', async (from) => {
    const { code, told } = await play(from, PER_PROCESS);
    expect(code, told).toBe(0);
  });
});
