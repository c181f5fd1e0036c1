import { expect, it } from 'vitest';
import { fullName } from './full-name.rules.ts';

it.each([
  ['Kopi', 'Iced', 'Kopi - Iced'],
  ['Kopi', '', 'Kopi'],
  ['Kopi', 'Kopi', 'Kopi'],
])('the SKU %s / %s is called %s', (item, name, full) => {
  expect(fullName(item, name)).toBe(full);
});
