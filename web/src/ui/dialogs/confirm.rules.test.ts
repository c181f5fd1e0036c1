import { expect, it } from 'vitest';
import { questionButtons } from './confirm.rules.ts';

it('a question about input that would be lost keeps it on Enter', () => {
  expect(questionButtons(true, true)).toEqual({
    okButtonProps: { danger: true, type: 'default' },
    cancelButtonProps: { type: 'primary' },
    autoFocusButton: 'cancel',
  });
});

it('any other question is confirmed by Enter', () => {
  expect(questionButtons(false, false)).toMatchObject({
    autoFocusButton: 'ok',
    okButtonProps: { type: 'primary' },
  });
});
