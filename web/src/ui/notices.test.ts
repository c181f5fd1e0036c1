import { expect, it } from 'vitest';
import { notify, showNotices } from './notices.ts';

const screen = () => {
  const texts: string[] = [];
  const leave = showNotices(({ text }) => void texts.push(text));
  return { texts, leave };
};

it('a notice waits for a screen, and one that went unread with its screen is shown by the next', () => {
  notify({ kind: 'success', text: 'waits' });
  const first = screen();
  notify({ kind: 'success', text: 'unread' });
  first.leave();
  const second = screen();
  expect([first.texts, second.texts]).toEqual([['waits', 'unread'], ['unread']]);
  second.leave();
});
