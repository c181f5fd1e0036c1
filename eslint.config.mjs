import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { ladder } from './scripts/ladder.mjs';

/** @typedef {{ group: string[], message: string, allowTypeImports?: boolean }} Ban */

/** @param {string[]} names */
const workspaces = (...names) =>
  names.flatMap((name) => [`@evenstock/${name}`, `@evenstock/${name}/*`, `**/${name}/src/**`]);

/**
 * What may not be imported, for files of one kind.
 * @param {Ban[]} patterns
 * @returns {import('eslint').Linter.RulesRecord}
 */
const restrict = (patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });

const noBarrels = [
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that says it.' },
  { selector: 'ExportNamedDeclaration[source]', message: 'No barrels: import from the file that says it.' },
  {
    selector: "TSAsExpression > TSAsExpression[typeAnnotation.type='TSUnknownKeyword']",
    message: 'A cast through unknown silences the compiler: parse the value instead.',
  },
];

/** What undoes a transaction passes by when it is tried again, which is done in one place. */
const oneTransaction = ['transaction', 'startTransaction'].map((name) => ({
  selector: `CallExpression[callee.property.name='${name}']`,
  message: 'Use inTransaction of platform/transaction.ts.',
}));

/** The simulation drives the clock, so product code asks the context's. */
const clockOfContext = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Ask ctx.clock for the time.',
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Ask ctx.clock for the time.',
  },
  {
    selector: String.raw`TemplateElement[value.raw=/\b(now\(\)|current_timestamp\b)/i]`,
    message: 'Ask ctx.clock for the time, not the database.',
  },
];

const ownWordsOnly = 'Only its use cases: the queries, rules and routes of a module are its own.';
const tests = ['**/*.test.ts', '**/*.test.tsx'];

/** One rule set for each server module: nothing above it, and of those below only use cases and job definitions. */
const rungs = ladder.map((name, rung) => ({
  files: [`server/src/modules/${name}/**/*.ts`],
  ignores: tests,
  rules: restrict(
    [
      ...ladder.slice(rung + 1).map((above) => ({
        group: [`../${above}/*`],
        message: `${name} stands below ${above} on the ladder; send news up by emit.`,
      })),
      {
        group: ladder
          .slice(0, rung)
          .flatMap((below) => [
            `../${below}/*.queries.ts`,
            `../${below}/*.rules.ts`,
            `../${below}/*.routes.ts`,
          ]),
        message: ownWordsOnly,
      },
      {
        group: ['**/wiring.ts', '**/program.ts', '**/testing/**', ...workspaces('sandbox', 'web')],
        message: 'A module knows what is below it.',
      },
    ].filter(({ group }) => group.length > 0),
  ),
}));

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-types/**',
      '**/node_modules/**',
      'data/**',
      'server/src/tables.ts',
      'docs/**',
    ],
  },
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./contract', './connectors', './sandbox', './server', './web']
          .map((folder) => `${folder}/tsconfig.json`)
          .concat('./tsconfig.tools.json'),
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'max-lines': ['error', { max: 400 }],
      'no-restricted-syntax': ['error', ...noBarrels],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Interfaces here are records of functions; where `this` matters the rule is on (sandbox).
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  // What vitest matches with, and what JSON holds, is any.
  { files: ['**/*.test.{ts,tsx}'], rules: { '@typescript-eslint/no-unsafe-assignment': 'off' } },
  { files: ['sandbox/src/**/*.ts'], rules: { '@typescript-eslint/unbound-method': 'error' } },
  // The walls between the workspaces.
  {
    files: ['contract/src/**/*.ts'],
    rules: restrict([
      { group: workspaces('connectors', 'sandbox', 'server', 'web'), message: 'The contract knows nobody.' },
      { group: ['node:*'], message: 'The contract also runs in the browser.' },
    ]),
  },
  {
    files: ['connectors/src/**/*.ts'],
    rules: restrict([
      {
        group: workspaces('sandbox', 'server', 'web'),
        message: 'Connectors and sandbox are two independent readings of each protocol.',
      },
    ]),
  },
  {
    files: ['sandbox/src/**/*.ts'],
    rules: restrict([
      {
        group: workspaces('connectors', 'server', 'web'),
        message: 'Connectors and sandbox are two independent readings of each protocol.',
      },
    ]),
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    rules: restrict([
      {
        group: [...workspaces('connectors', 'sandbox', 'server'), 'node:*'],
        message: 'The web sees the contract alone.',
      },
    ]),
  },
  {
    files: ['server/src/platform/**/*.ts'],
    ignores: tests,
    rules: restrict([
      {
        group: [
          '../modules/**',
          '../wiring.ts',
          '../program.ts',
          '../testing/**',
          ...workspaces('sandbox', 'web'),
        ],
        message: 'The platform knows no product.',
      },
    ]),
  },
  ...rungs,
  {
    files: ['server/src/modules/**/*.rules.ts'],
    rules: restrict([
      {
        group: [
          '**/platform/**',
          '!**/platform/days.ts',
          '**/*.queries.ts',
          'kysely',
          'pg',
          'node:*',
          '**/context.ts',
        ],
        message: 'Rules decide; they read and write nothing.',
        allowTypeImports: true,
      },
    ]),
  },
  {
    files: ['server/src/**/*.ts', 'bench/**/*.ts'],
    ignores: ['server/src/platform/transaction.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noBarrels, ...oneTransaction] },
  },
  {
    files: ['server/src/modules/**/*.ts'],
    ignores: tests,
    // The last block that says something of a rule says all of it.
    rules: { 'no-restricted-syntax': ['error', ...noBarrels, ...oneTransaction, ...clockOfContext] },
  },
  { files: ['web/src/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
);
