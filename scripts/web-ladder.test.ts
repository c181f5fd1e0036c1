import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { root } from './steps.mjs';

const project = new ESLint({ cwd: root });
const linter = new Linter();
const watched = ['@typescript-eslint/no-restricted-imports', 'no-restricted-syntax'];

/** The errors of the project's import rules for a line in that file. */
async function violations(file: string, line: string): Promise<readonly string[]> {
  const { rules }: { rules: Linter.RulesRecord } = await project.calculateConfigForFile(`${root}/${file}`);
  const messages = linter.verify(line, {
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { parser: tseslint.parser },
    rules: Object.fromEntries(Object.entries(rules).filter(([name]) => watched.includes(name))),
  });
  return messages.map(({ message }) => message);
}

const room = 'web/src/modules/catalog/merges/merge.modal.tsx';
const module = 'web/src/modules/catalog/variant-detail.page.tsx';

it.each([
  ['another module’s screen', module, `import { a } from '../stock/variant-movements.modal.tsx';`],
  ['another module, from further up', module, `import { a } from '../../modules/stock/why-quantity.tsx';`],
  ['another module, round about', module, `import { a } from './x/../../stock/why-quantity.tsx';`],
  ['another module’s types', module, `import type { A } from '../stock/movement-parts.tsx';`],
  ['another module’s styles', module, `import '../stock/stock.css';`],
  ['another module, loaded later', module, `void import('../stock/variant-movements.modal.tsx');`],
  ['something that is only named at run time', module, 'void import(`../stock/${x}.tsx`);'],
  ['the shell, from a module', module, `import { a } from '../../app/account-menu.tsx';`],
  ['the start, from a module', module, `import '../../main.tsx';`],
  ['the server, from a module', module, `import { a } from '@evenstock/server/context';`],
  ['a barrel in a module', module, `export { a } from './catalog.texts.ts';`],
  ['another module, from a room', room, `import { a } from '../../stock/why-quantity.tsx';`],
  ['another module, round about', room, `import { a } from '../product/../../stock/why-quantity.tsx';`],
  ['the shell, from a room of a module', room, `import { a } from '../../../app/account-menu.tsx';`],
  ['the shell, loaded later by ui', 'web/src/ui/values/money.tsx', `void import('../../app/router.tsx');`],
  [
    'a module, from ui',
    'web/src/ui/values/money.tsx',
    `import { a } from '../../modules/stock/movement-parts.tsx';`,
  ],
  ['the shell, from ui', 'web/src/ui/values/money.tsx', `import { a } from '../../app/account-menu.tsx';`],
  ['ui, from api', 'web/src/api/call.ts', `import { notify } from '../ui/notices.ts';`],
  ['the shell, from api', 'web/src/api/call.ts', `import { a } from '../app/router.tsx';`],
  ['api, from i18n', 'web/src/i18n/texts.ts', `import { call } from '../api/call.ts';`],
  ['the shell, loaded later by i18n', 'web/src/i18n/texts.ts', `void import('../app/chinese.ts');`],
  [
    'a connector, from the shell',
    'web/src/app/router.tsx',
    `import { a } from '@evenstock/connectors/registry';`,
  ],
])('refuses %s', async (_what, file, line) => {
  expect(await violations(file, line)).toHaveLength(1);
});

it.each([
  [module, `import { a } from './catalog.texts.ts'; import { b } from '../../ui/money.tsx';`],
  [module, `import { a } from '../../api/call.ts'; import { b } from '../../i18n/texts.ts'; import 'antd';`],
  [module, `import { a } from '@evenstock/contract/catalog/variants'; void import('./allow-sync.tsx');`],
  [
    room,
    `import { a } from '../product/catalog.texts.ts'; import { b } from '../../../ui/values/money.tsx';`,
  ],
  [
    'web/src/ui/values/time.tsx',
    `import { a } from '../../i18n/texts.ts'; import { b } from '../pages/notices.ts';`,
  ],
  ['web/src/api/call.ts', `import { a } from './failure.ts';`],
  ['web/src/app/screens/summary.tsx', `import { a } from '../../modules/insights/summary.page.tsx';`],
])('lets %s import what is below it: %s', async (file, line) => {
  expect(await violations(file, line)).toEqual([]);
});
