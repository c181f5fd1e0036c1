import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { ladder } from './ladder.mjs';

const root = join(import.meta.dirname, '..');
const eslint = new ESLint({ cwd: root });

/** The guards that reject a source text at this path. */
async function violations(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${text}\n`, { filePath: join(root, file) });
  const guards = ['@typescript-eslint/no-restricted-imports', 'no-restricted-syntax', 'no-warning-comments'];
  expect(result?.messages.filter(({ fatal }) => fatal === true)).toEqual([]);
  return (result?.messages ?? []).flatMap(({ ruleId, message }) =>
    ruleId !== null && guards.includes(ruleId) ? [message] : [],
  );
}

const orders = 'server/src/modules/orders';

describe('the guards reject', () => {
  const forbidden: readonly (readonly [what: string, file: string, text: string, why: string])[] = [
    ['rules that use a module above', 'server/src/modules/stock/x.rules.ts', "import { a } from '../orders/a.ts';", 'send an event up by emit'],
    ['rules that name a type of a module above', 'server/src/modules/stock/x.rules.ts', "import type { A } from '../orders/a.ts';", 'send an event up by emit'],
    ["rules that use another module's rules", `${orders}/x.rules.ts`, "import { a } from '../stock/a.rules.ts';", 'Only its use cases'],
    ["rules that name a type of another module's rules", `${orders}/x.rules.ts`, "import type { A } from '../stock/a.rules.ts';", 'Only its use cases'],
    ['rules that read a database', `${orders}/x.rules.ts`, "import { sql } from 'kysely';", 'Rules decide'],
    ['rules that use queries', `${orders}/x.rules.ts`, "import { a } from './a.queries.ts';", 'Rules decide'],
    ['rules that use a use case', `${orders}/x.rules.ts`, "import { a } from './import-order.ts';", 'Rules decide'],
    ['rules that use what the platform does', `${orders}/x.rules.ts`, "import { a } from '../../platform/jobs/jobs.ts';", 'Rules decide'],
    ['a use case that writes a sentence', `${orders}/x.ts`, "export const a = 'Nothing was found here.';", 'name its code'],
    ['rules that write a sentence with a value', `${orders}/x.rules.ts`, 'export const a = (b) => `${b} is not there any more.`;', 'name its code'],
    ['a connector that writes a sentence', 'connectors/src/kit/x.ts', "export const a = { reason: 'It will not change the quantity.' };", 'name its code'],
    ['a connector that writes a sentence around a value', 'connectors/src/kit/x.ts', 'export const a = (b) => `${b} does not know this order any more.`;', 'name its code'],
    ['an API that writes a sentence', 'server/src/api/x.ts', "export const a = { error: 'This link has ended.' };", 'name its code'],
    ['a transaction of a use case that is not retried', `${orders}/x.ts`, 'export const a = (ctx) => ctx.db.transaction();', 'Use inTransaction'],
    ['a transaction of queries that is not retried', `${orders}/x.queries.ts`, 'export const a = (db) => db.transaction().execute(b);', 'Use inTransaction'],
    ['a transaction that is opened by hand', 'server/src/api/x.ts', 'export const a = (db) => db.startTransaction();', 'Use inTransaction'],
    ['a transaction of a command', 'server/src/commands/x.ts', 'export const a = (db) => db.transaction();', 'Use inTransaction'],
    ['a transaction of the platform outside of its one place', 'server/src/platform/time/x.ts', 'export const a = (db) => db.transaction();', 'Use inTransaction'],
    ['a transaction of a test', `${orders}/x.test.ts`, 'export const a = (ctx) => ctx.db.transaction();', 'Use inTransaction'],
    ['a cast that silences the compiler', `${orders}/x.rules.ts`, 'export const a = b as unknown as string;', 'parse the value'],
    ['a comment that switches a rule off', `${orders}/x.rules.ts`, '// oxlint-disable-next-line no-console', 'oxlint-disable'],
    ['a use case that shows a day in UTC', `${orders}/x.ts`, 'export const a = (at) => at.toISOString().slice(0, 10);', 'the day of their zone'],
    ['a screen that shows a day in UTC', 'web/src/modules/orders/x.tsx', 'export const a = (at) => at.toISOString().slice(0, 10);', 'the day of their zone'],
    ['rules that ask for the time', `${orders}/x.rules.ts`, 'export const a = () => new Date();', 'ctx.clock'],
    ["a use case that uses another module's queries", `${orders}/x.ts`, "import { a } from '../stock/a.queries.ts';", 'Only its use cases'],
    ["a use case that uses another module's routes", `${orders}/x.ts`, "import { a } from '../stock/stock.routes.ts';", 'Only its use cases'],
    ['another way to the same file', `${orders}/x.ts`, "import { a } from '../../modules/stock/a.queries.ts';", 'Only its use cases'],
    ['a use case that uses a module above', 'server/src/modules/stock/x.ts', "import { a } from '../orders/a.ts';", 'send an event up by emit'],
    ['queries that use a module above', 'server/src/modules/stock/x.queries.ts', "import { a } from '../orders/a.ts';", 'send an event up by emit'],
    ['a file in a room that uses a module above', 'server/src/modules/stock/pushes/x.ts', "import { a } from '../../orders/a.ts';", 'send an event up by emit'],
    ['a file in a room that uses a room of a module above', 'server/src/modules/stock/pushes/x.ts', "import { a } from '../../orders/order/a.ts';", 'send an event up by emit'],
    ["a file in a room that uses another module's queries", `${orders}/order/x.ts`, "import { a } from '../../stock/ledger/a.queries.ts';", 'Only its use cases'],
    ["rules in a room that name a type of another module's rules", `${orders}/order/x.rules.ts`, "import type { A } from '../../stock/protocol/a.rules.ts';", 'Only its use cases'],
    ['a file in a room that goes round about', `${orders}/order/x.ts`, "import { a } from '../order/../../stock/ledger/a.queries.ts';", 'the short way'],
    ['rules in a room that use a use case of another room', `${orders}/order/x.rules.ts`, "import { a } from '../imports/import-order.ts';", 'Rules decide'],
    ['a room of the platform that goes round about', 'server/src/platform/time/x.ts', "import { a } from '../text/../../modules/stock/a.ts';", 'the short way'],
    ['a use case that writes SQL', `${orders}/x.ts`, "import { sql } from 'kysely';", 'SQL stands in'],
    ['jobs that write SQL', `${orders}/x.jobs.ts`, "import { sql, type RawBuilder } from 'kysely';", 'SQL stands in'],
    ['routes that write SQL', `${orders}/x.routes.ts`, "import { sql } from 'kysely';", 'SQL stands in'],
    ['handlers that write SQL', `${orders}/x.handlers.ts`, "import * as kysely from 'kysely';", 'SQL stands in'],
    ['a use case that reads a table', `${orders}/x.ts`, "export const a = (tx) => tx.selectFrom('orders');", 'SQL stands in'],
    ['a use case that adds to a table', `${orders}/x.ts`, "export const a = (tx) => tx.insertInto('orders');", 'SQL stands in'],
    ['a use case that changes a table', `${orders}/x.ts`, "export const a = (ctx) => ctx.db.updateTable('orders');", 'SQL stands in'],
    ['a use case that removes from a table', `${orders}/x.ts`, "export const a = (tx) => tx.deleteFrom('orders');", 'SQL stands in'],
    ['a use case that merges into a table', `${orders}/x.ts`, "export const a = (tx) => tx.mergeInto('orders');", 'SQL stands in'],
    ['a use case that begins a statement with a part', `${orders}/x.ts`, "export const a = (tx, b) => tx.with('b', b);", 'SQL stands in'],
    ['rules that read a table', `${orders}/x.rules.ts`, "export const a = (tx) => tx.selectFrom('orders');", 'SQL stands in'],
    ['a module that knows the wiring', `${orders}/x.ts`, "import { a } from '../../wiring.ts';", 'A module knows'],
    ['a module that knows the simulated marketplaces', `${orders}/x.ts`, "import { a } from '@evenstock/sandbox/main';", 'A module knows'],
    ['a use case that asks what a role may do', `${orders}/x.ts`, 'export const a = storeAbilities(b, c);', 'abilitiesIn'],
    ['a module that asks the computer for the time', `${orders}/x.ts`, 'export const a = Date.now();', 'ctx.clock'],
    ['a module that asks the database for the time', `${orders}/x.queries.ts`, 'export const a = `select now()`;', 'ctx.clock'],
    ['a module that passes on what another file says', `${orders}/x.ts`, "export { a } from './a.ts';", 'No barrels'],
    ['rules that pass on what another file says', `${orders}/x.rules.ts`, "export * from './a.rules.ts';", 'No barrels'],
    ['a platform that uses a module', 'server/src/platform/time/x.ts', "import { a } from '../../modules/stock/a.ts';", 'no product'],
    ['a platform that names a type of a module', 'server/src/platform/time/x.ts', "import type { A } from '../../modules/stock/a.ts';", 'no product'],
    ['a platform that knows the context', 'server/src/platform/time/x.ts', "import type { Context } from '../../context.ts';", 'no product'],
    ['a platform that knows how the API refuses', 'server/src/platform/time/x.ts', "import { Refusal } from '../../api/routing.ts';", 'no product'],
    ['a platform that knows the contract', 'server/src/platform/time/x.ts', "import { a } from '@evenstock/contract/orders/orders';", 'no product'],
    ['a test of the platform that uses a module', 'server/src/platform/time/x.test.ts', "import { a } from '../../modules/stock/a.ts';", 'no product'],
    ['an API that uses a module', 'server/src/api/x.ts', "import { a } from '../modules/stock/a.ts';", 'knows none of them'],
    ['a context that names a type of a module', 'server/src/context.ts', "import type { A } from './modules/stock/a.ts';", 'knows none of them'],
    ['a context that names the events of a module', 'server/src/context.ts', "import type { A } from './modules/stock/stock.events.ts';", 'knows none of them'],
    ['a command that uses what tests use', 'server/src/commands/x.ts', "import { a } from '../testing/world.ts';", 'tried with'],
    ['a connector that uses the sandbox', 'connectors/src/shopee/x.ts', "import { a } from '@evenstock/sandbox/shopee/a';", 'independent readings'],
    ['a connector that finds the sandbox by its path', 'connectors/src/shopee/x.ts', "import { a } from '../../../sandbox/src/shopee/a.ts';", 'independent readings'],
    ["a connector's test that uses the sandbox", 'connectors/src/shopee/x.test.ts', "import { a } from '@evenstock/sandbox/shopee/a';", 'independent readings'],
    ['a sandbox that uses a connector', 'sandbox/src/shopee/x.ts', "import type { A } from '@evenstock/connectors/kit/connector';", 'independent readings'],
    ['a web that uses the server', 'web/src/app/x.tsx', "import { a } from '@evenstock/server/a';", 'contract alone'],
    ['a web that finds the server by its path', 'web/src/app/x.ts', "import { a } from '../../../server/src/api/a.ts';", 'contract alone'],
    ['a table with pages of its own', 'web/src/ui/x.tsx', 'export const a = <Table pagination={{ pageSize: 9 }} />;', 'leaves this part'],
    ['a table that has pages by default', 'web/src/ui/x.tsx', 'export const a = <Table columns={b} />;', 'leaves this part'],
    ['a part that the build leaves out', 'web/src/modules/orders/x.tsx', 'export const a = <Input.Search />;', 'leaves this part'],
    ['a dialog that keeps the focus', 'web/src/ui/x.tsx', "import { Button, Modal } from 'antd';", 'give the focus back'],
    ['a screen that says a word', 'web/src/app/x.tsx', 'export const a = <p>Saved</p>;', 'x.texts.ts'],
    ['a screen that says a word in braces', 'web/src/app/x.tsx', "export const a = <>{'Saved'}</>;", 'x.texts.ts'],
    ['a module that labels a button', 'web/src/modules/stock/x.tsx', 'export const a = <button aria-label="Save" />;', 'x.texts.ts'],
    ['a screen with a title of its own', 'web/src/ui/x.tsx', "export const a = <i title={'Saved'} />;", 'x.texts.ts'],
    ['a screen with words around a value', 'web/src/ui/x.tsx', 'export const a = (b) => <input placeholder={`Search ${b}`} />;', 'x.texts.ts'],
    ['a web that uses Node', 'web/src/app/x.ts', "import { a } from 'node:fs';", 'in the browser'],
    ['a contract that uses the server', 'contract/src/x.ts', "import type { A } from '@evenstock/server/a';", 'knows nobody'],
  ]; // oxfmt-ignore

  it.each(forbidden)('%s', async (_what, file, text, why) => {
    expect(await violations(file, text)).toEqual([expect.stringContaining(why)]);
  });
});

describe('the guards accept', () => {
  const allowed: readonly (readonly [what: string, file: string, text: string])[] = [
    ['rules that use rules of their own module', `${orders}/x.rules.ts`, "import { a } from './a.rules.ts';"],
    ['rules that use what is pure', `${orders}/x.rules.ts`, "import { after } from '../../platform/time/time-spans.ts';"],
    ['rules that name a row of their own queries', `${orders}/x.rules.ts`, "import type { A } from './a.queries.ts';"],
    ["rules that name what a lower module's use case takes", `${orders}/x.rules.ts`, "import type { A } from '../stock/order-effects.ts';"],
    ["a use case that uses a lower module's", `${orders}/x.ts`, "import { a } from '../stock/order-effects.ts';"],
    ['a use case that fails for a reason of ours', `${orders}/x.ts`, "export const a = () => { throw new Error('This never happens here.'); };"],
    ['a use case that logs', `${orders}/x.ts`, "export const a = (ctx) => { ctx.log.warn({}, 'A job was given up.'); };"],
    ['a use case that refuses', `${orders}/x.ts`, "import { Refusal } from '../../api/routing.ts';"],
    ['a contract of the same name as a module above', 'server/src/modules/stock/x.ts', "import { a } from '@evenstock/contract/orders/orders';"],
    ['an API that throws for a reason of ours', 'server/src/api/x.ts', "export const a = () => { throw new Error('This never happens here.'); };"],
    ['a page for developers', 'server/src/api/http-caught-mails.ts', "export const a = 'There is no such mail.';"],
    ['the one place that opens transactions', 'server/src/platform/database/transaction.ts', 'export const a = (db) => db.transaction();'],
    ["a connector that quotes a vendor's names", 'connectors/src/qoo10/x.ts', "export const feeTypes = { M: 'Free on condition' };"],
    ["a connector's test that expects a sentence", 'connectors/src/qoo10/x.test.ts', "export const a = 'The buyer collects this order.';"],
    ['rules in a room that use those of another', `${orders}/order/x.rules.ts`, "import { a } from '../imports/a.rules.ts'; import { b } from '../../../platform/time/days.ts';"],
    ['a use case in a room that uses another module', `${orders}/order/x.ts`, "import { a } from '../../stock/ledger/a.ts'; import { b } from '../imports/b.ts';"],
    ['a room of the platform that uses another', 'server/src/platform/time/x.ts', "import { a } from '../text/slug.ts';"],
    ['queries that write SQL', `${orders}/x.queries.ts`, "import { sql } from 'kysely';"],
    ['queries that read a table', `${orders}/x.queries.ts`, "export const a = (tx) => tx.selectFrom('orders');"],
    ["a use case that names a statement's type", `${orders}/x.ts`, "import type { RawBuilder } from 'kysely';"],
    ["a test of a module that reads a table", `${orders}/x.test.ts`, "import { sql } from 'kysely';\nexport const a = (tx) => tx.selectFrom('orders');"],
    ['the types of the tables', 'server/src/platform/time/x.ts', "import type { Tables } from '../../tables.ts';"],
    ['what knows everyone', 'server/src/wiring.ts', "import { a } from './modules/orders/a.ts';"],
  ]; // oxfmt-ignore

  it.each(allowed)('%s', async (_what, file, text) => {
    expect(await violations(file, text)).toEqual([]);
  });
});

it('every module is on the ladder', () => {
  const modules = readdirSync(join(root, 'server/src/modules'));
  expect(modules.filter((name) => !ladder.includes(name))).toEqual([]);
});

it('every file of server/src except modules, tests and generated files is of a guarded kind', async () => {
  const files = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$|^(testing|modules)\/|^tables\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(0);
  const unguarded: string[] = [];
  for (const file of files) {
    const path = `server/src/${file}`;
    expect(existsSync(join(root, path))).toBe(true);
    const said = await violations(path, "import { a } from '@evenstock/sandbox/main';");
    if (said.length === 0) unguarded.push(path);
  }
  expect(unguarded).toEqual([]);
});

// .dependency-cruiser.mjs says that this one file is loaded only where a bucket is set.
it('the large client of buckets is imported by one file', () => {
  const files = ['connectors', 'contract', 'sandbox', 'server'].flatMap((part) =>
    readdirSync(join(root, part, 'src'), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${part}/src/${file}`,
    ),
  );
  const importing = files.filter(
    (file) => file.endsWith('.ts') && /'@(aws-sdk|smithy)\//.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(importing).toEqual(['server/src/platform/files/bucket-files.ts']);
});
