import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withinTime } from './time-limit.ts';

const never = (): never => {
  throw new Error('Nobody was late.');
};

it('returns or throws what the work does in time', async () => {
  expect(await withinTime(Promise.resolve(7), 1_000, never)).toEqual({ value: 7 });
  await expect(withinTime(Promise.reject(new Error('refused')), 1_000, never)).rejects.toThrow('refused');
});

it('does not wait longer, and reports the late error of the work', async () => {
  const heard: unknown[] = [];
  const late = pause(30).then(() => {
    throw new Error('late');
  });
  expect(await withinTime(late, 1, (error) => heard.push(error))).toBeNull();
  await expect.poll(() => heard).toMatchObject([{ message: 'late' }]);
});
