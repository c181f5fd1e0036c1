import { expect, it } from 'vitest';
import { picturesIn } from './picture-addresses.ts';

it('pictures are those that a browser may open: https, or of this machine', () => {
  const here = 'http://127.0.0.1:3001/images/tin.svg';
  const there = 'https://cf.shopee.sg/file/sg-11134';
  const others = [
    'http://shop.test/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'sg-11134',
    '',
  ];
  expect(picturesIn([there, ...others, here])).toEqual([there, here]);
});
