import { expect, it } from 'vitest';
import { CallError } from '../../api/failure.ts';
import { notify, notifyFailure, showNotices } from './notices.ts';

const screen = () => {
  const texts: string[] = [];
  const leave = showNotices(({ text }) => void texts.push(text));
  return { texts, leave };
};

it('a notice waits for a screen, and one that was unread when its screen closed is shown by the next screen', () => {
  notify({ kind: 'success', text: 'waits' });
  const first = screen();
  notify({ kind: 'success', text: 'unread' });
  first.leave();
  const second = screen();
  expect([first.texts, second.texts]).toEqual([['waits', 'unread'], ['unread']]);
  second.leave();
});

it('a failure is shown with its reason if the server gave one', () => {
  const { texts, leave } = screen();
  const because = (reason: string) => `Not saved: ${reason}`;
  notifyFailure(new CallError({ kind: 'plain', status: 500, text: null }), 'Not saved', because);
  notifyFailure(new CallError({ kind: 'plain', status: 404, text: 'it is gone' }), 'Not saved', because);
  expect(texts.slice(-2)).toEqual(['Not saved', 'Not saved: it is gone']);
  leave();
});
