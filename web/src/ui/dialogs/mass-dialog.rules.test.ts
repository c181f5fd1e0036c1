import { describe, expect, it } from 'vitest';
import { columnOf, fillDown } from './mass-dialog.rules.ts';

describe('a pasted column', () => {
  it('has several lines; anything else is pasted as it is', () => {
    expect(columnOf('QX-1\r\nQX-2\r\n')).toEqual(['QX-1', 'QX-2']);
    expect(columnOf('\uFEFFQX-1\n\n QX-2')).toEqual(['QX-1', 'QX-2']);
    expect(columnOf('QX-1\n')).toBeNull();
    expect(columnOf('QX-1, QX-2')).toBeNull();
  });

  it('fills the orders below that ask for it, and counts the lines that are left', () => {
    const orders = ['own', 'courier', 'own', 'own'];
    const put = (one: string, line: string) => (one === 'own' ? line : null);
    expect(fillDown(orders, { from: 0, lines: ['1', '2'] }, put)).toEqual({
      filled: [
        ['own', '1'],
        ['own', '2'],
      ],
      left: 0,
    });
    expect(fillDown(orders, { from: 2, lines: ['1', '2', '3', '4'] }, put).left).toBe(2);
  });
});
