import { expect, it } from 'vitest';
import { workOf } from './dead-letters.rules.ts';

it.each([
  ['stock.push_stock', 'ofStock'],
  ['listings.read_listing', 'ofCatalog'],
  ['spreadsheets.mail_export', 'ofMails'],
])('describes the work of %s', (job, text) => {
  expect(workOf(job)?.[0]).toBe(text);
});

it.each(['program.reseal_earlier', 'stores.purge_expired', 'toString', ''])('has no text for %s', (job) => {
  expect(workOf(job)).toBeNull();
});
