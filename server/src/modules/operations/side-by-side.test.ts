import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/context.ts';
import { workSideBySide } from './side-by-side.ts';

const clock = () => createTestClock(new Date('2026-11-01T01:00:00Z'));

/** A promise that the test resolves. */
function held() {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { until, release };
}

describe('work in lanes', () => {
  it('continues in the others while a piece of one lane waits', async () => {
    const done: string[] = [];
    const { until, release } = held();
    const work = workSideBySide(
      { clock: clock() },
      [
        ['a1', 'a2'],
        ['b1', 'b2', 'b3'],
      ],
      async (piece) => {
        if (piece === 'a1') await until;
        done.push(piece);
        return true;
      },
    );
    await expect.poll(() => done).toEqual(['b1', 'b2', 'b3']);
    release();
    await work;
    expect(done).toEqual(['b1', 'b2', 'b3', 'a1', 'a2']);
  });

  it('ends a lane alone where its work returns false', async () => {
    const done: string[] = [];
    await workSideBySide(
      { clock: clock() },
      [
        ['a1', 'a2'],
        ['b1', 'b2'],
      ],
      (piece) => {
        done.push(piece);
        return Promise.resolve(piece !== 'a1');
      },
    );
    expect(done.toSorted()).toEqual(['a1', 'b1', 'b2']);
  });

  it('begins nothing more after its slice, but while an earlier piece is under way', async () => {
    const time = clock();
    const done: string[] = [];
    const { until, release } = held();
    const work = workSideBySide(
      { clock: time },
      [
        ['a1', 'a2'],
        ['b1', 'b2', 'b3'],
      ],
      async (piece) => {
        if (piece === 'a1') await until;
        if (piece === 'b1') time.advance(16_000);
        if (piece === 'b2') {
          release();
          await setImmediate();
        }
        done.push(piece);
        return true;
      },
    );
    await work;
    expect(done).toContain('b2');
    expect(done).not.toContain('a2');
    expect(done).not.toContain('b3');
  });

  it('stops all lanes at an error, which it throws once they have stopped', async () => {
    const done: string[] = [];
    const { until, release } = held();
    const work = workSideBySide({ clock: clock() }, [['a1'], ['b1', 'b2']], async (piece) => {
      if (piece === 'a1') throw new Error('broken');
      await until;
      done.push(piece);
      return true;
    });
    release();
    await expect(work).rejects.toThrow('broken');
    expect(done).toEqual(['b1']);
  });
});
