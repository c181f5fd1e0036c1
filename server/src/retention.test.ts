import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deletionDays } from '@evenstock/contract/accounts/own-account';
import { deletedStoreDays } from '@evenstock/contract/stores/stores';
import { deliveryDays } from '@evenstock/contract/webhooks/webhooks';
import { expect, it } from 'vitest';
import { ACTIONS_KEPT_DAYS } from './modules/actions/purge-actions.ts';
import { EVENTS_KEPT } from './modules/billing/purge-payment-events.ts';
import { KEPT_DAYS as NOTICES_KEPT_DAYS } from './modules/connections/inbox/purge-notices.ts';
import { OTHERS_KEPT, RESOLVED_KEPT } from './modules/journal/purge-notifications.ts';
import { KEPT_DAYS as OPERATIONS_KEPT_DAYS } from './modules/operations/purge-operations.ts';
import { READINGS_KEPT_MS } from './modules/orders/order/record-readings.ts';
import { KEPT_MS as PRINTS_KEPT_MS } from './modules/printing/keep-file.ts';
import { KEPT_DAYS as PULLS_KEPT_DAYS } from './modules/pulls/purge-pulls.ts';
import { KEEP_PROCESSES_MS } from './modules/recovery/keep-beating.ts';
import { RESULT_KEPT_MS, WORK_KEPT_MS } from './modules/spreadsheets/keep-file.ts';
import { PUSHES_KEPT_DAYS } from './modules/stock/pushes/purge-pushes.ts';
import { KEEP_EPOCHS_MS } from './modules/stock/sweep-stock.ts';
import { FORGOTTEN_AFTER } from './modules/stores/members/invitations.rules.ts';
import { MAILS_KEPT } from './modules/stores/purge-expired.ts';
import { jobs as bound } from './wiring.ts';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const [, section = ''] = readme.split('### How long is what kept?');
const [own = ''] = section.split('\n### ');

/** The rows of the table: the tables that each names, and how long they are kept. */
const rows = own
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, tables = '', kept = ''] = line.split('|');
    return { tables: [...tables.matchAll(/`(\w+)`/g)].map(([, name = '']) => name), kept };
  });

const tablesOfDatabase = [
  ...readFileSync(join(root, 'server/src/tables.ts'), 'utf8').matchAll(/^ {2}(\w+): \{$/gm),
].map(([, name = '']) => name);

it('README names each table of the database once, with how long its rows are kept', () => {
  expect(rows.flatMap(({ tables }) => tables).toSorted()).toEqual(tablesOfDatabase.toSorted());
});

const days = (milliseconds: number): string => `${String(milliseconds / 86_400_000)} days`;
const hours = (milliseconds: number): string => `${String(milliseconds / 3_600_000)} hours`;
const ofDays = (count: number): string => `${String(count)} days`;

it.each([
  ['marketplace_actions', ofDays(ACTIONS_KEPT_DAYS)],
  ['listing_stock_movements', ofDays(PUSHES_KEPT_DAYS)],
  ['listing_epochs', hours(KEEP_EPOCHS_MS)],
  ['processes', days(KEEP_PROCESSES_MS)],
  ['webhook_deliveries', ofDays(NOTICES_KEPT_DAYS)],
  ['webhook_outbox', ofDays(deliveryDays)],
  ['marketplace_pulls', ofDays(PULLS_KEPT_DAYS)],
  ['operations', ofDays(OPERATIONS_KEPT_DAYS)],
  ['spreadsheet_files', hours(RESULT_KEPT_MS)],
  ['spreadsheet_files', days(WORK_KEPT_MS)],
  ['print_files', hours(PRINTS_KEPT_MS)],
  ['buyer_readings', days(READINGS_KEPT_MS)],
  ['store_notifications', days(RESOLVED_KEPT)],
  ['store_notifications', days(OTHERS_KEPT)],
  ['invitations', days(FORGOTTEN_AFTER)],
  ['referral_mails', days(MAILS_KEPT)],
  ['payment_events', days(EVENTS_KEPT)],
  ['users', ofDays(deletionDays)],
])('README says of %s what its purge does: %s', (table, kept) => {
  expect(rows.find(({ tables }) => tables.includes(table))?.kept).toContain(kept);
});

it('README says how long a deleted store is kept, and names jobs that there are', () => {
  expect(own).toContain(`deleted ${ofDays(deletedStoreDays)} ago`);
  const jobs = new Set(bound.map(({ definition }) => definition.name));
  const named = [...own.matchAll(/`(\w+\.\w+)`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !jobs.has(name))).toEqual([]);
});
