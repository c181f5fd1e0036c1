import { expect, it } from 'vitest';
import { workOf } from './dead-letters.rules.ts';

it.each([
  ['stock.push_stock', 'ofStock'],
  ['listings.read_listing', 'ofCatalog'],
  ['spreadsheets.mail_export', 'ofMails'],
])('says what %s was to do', (job, text) => {
  expect(workOf(job)?.[0]).toBe(text);
});

it.each(['program.reseal_earlier', 'stores.purge_expired', 'toString', ''])('has no words for %s', (job) => {
  expect(workOf(job)).toBeNull();
});
