import { fromChannel, message } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import { rejected } from './errors.ts';
import { catchRejection, checking, effectOfParts, rejectionOf, type KnownRejection } from './rejections.ts';

const busy = message('refusals.order_busy', { channel: 'Any' });
const known: readonly KnownRejection[] = [{ when: /^7\b|locked/, reason: busy, mayPass: true }];

describe('a rejection', () => {
  it('has the message of the entry that the marketplace’s code or words match', () => {
    expect(rejectionOf(known, '7', 'No.')).toMatchObject({ reason: busy, mayPass: true });
    expect(rejectionOf(known, '8', 'It is locked.')).toMatchObject({ reason: busy, mayPass: true });
  });

  it('has the marketplace’s own words where none matches, without credentials', () => {
    expect(rejectionOf(known, '8', 'No: token=abc123 a@b.example')).toEqual({
      outcome: 'rejected',
      code: '8',
      reason: fromChannel('No: token=… …'),
      mayPass: true,
    });
  });

  it('keeps a message of this program; the code alone says whether it may pass', async () => {
    expect(rejectionOf(known, '7', message('refusals.not_ready', { channel: 'Any' }))).toMatchObject({
      reason: { code: 'refusals.not_ready' },
      mayPass: true,
    });
    const locked = message('refusals.quantity_locked', { channel: 'Any' });
    const work = () => Promise.reject(rejected('9', locked));
    expect(await catchRejection(known, work)).toMatchObject({ reason: locked, mayPass: false });
    expect(await checking(work)).toEqual({ effect: 'refused', code: '9', reason: locked });
  });

  it('of a whole action, or of what is left after a part took effect, which is then read back', async () => {
    const refusal = rejected('7', 'No.');
    expect(await catchRejection(known, () => Promise.reject(refusal))).toMatchObject({ outcome: 'rejected' });
    const later = await catchRejection(known, (took) => {
      took();
      return Promise.reject(refusal);
    });
    expect(later).toEqual({ outcome: 'unknown', reason: busy });
  });

  it('names the part that is done where not all is', () => {
    expect(effectOfParts('Any', [true, true])).toEqual({ effect: 'done' });
    expect(effectOfParts('Any', [false])).toEqual({ effect: 'not_done' });
    expect(effectOfParts('Any', [])).toEqual({ effect: 'not_done' });
    expect(effectOfParts('Any', [false, true])).toEqual({
      effect: 'not_done',
      partly: message('refusals.done_in_part', { channel: 'Any' }),
    });
  });

  it('of a read, in a code that no document explains, says nothing of the effect that was read', async () => {
    const work = () => Promise.reject(rejected('9417', 'Unrecognised condition.'));
    await expect(checking(work)).rejects.toMatchObject({ fault: { kind: 'rejected', code: '9417' } });
  });

  it('is final only where an entry states it, and never where its words say that it passes', () => {
    const never: readonly KnownRejection[] = [{ when: /^4\b/, reason: busy, mayPass: false }];
    expect(rejectionOf(never, '4', 'No such item.')).toMatchObject({ mayPass: false });
    expect(rejectionOf(never, '4', 'System error, please try again later')).toMatchObject({ mayPass: true });
    expect(rejectionOf(never, '5', 'Something new')).toMatchObject({ mayPass: true });
  });

  it('has no credential in the values of its message', async () => {
    const quoting = message('refusals.quantity', { channel: 'Any', reason: 'access_token=abc123' });
    const result = await catchRejection([], () => Promise.reject(rejected('1', quoting)));
    expect(result).toMatchObject({ reason: { values: { reason: 'access_token=…' } } });
  });
});
