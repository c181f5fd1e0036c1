import tseslint from 'typescript-eslint';
import { bansOf, serverKinds, syntaxOf } from './scripts/guards.mjs';
import { ladder } from './scripts/ladder.mjs';
import { webLadderRules } from './scripts/web-ladder.mjs';

const tests = ['**/*.test.ts', '**/*.test.tsx'];
/** What connectors are tried with. */
const connectorTests = [
  'connectors/src/**/*.{test,fixture}.ts',
  'connectors/src/kit/{behaviours/**/*,conformance}.ts',
];

/**
 * The whole of what files of one kind may neither import nor write. A later block of this configuration would replace these lists,
 * not add to them: so every file matches one block of guards, and what holds for it is put together in scripts/guards.mjs.
 * @param {import('./scripts/guards.mjs').Kind} kind
 * @param {string[]} files
 * @param {string[]} [ignores]
 * @returns {import('eslint').Linter.Config}
 */
const guarded = (kind, files, ignores = []) => ({
  files,
  ignores,
  rules: {
    '@typescript-eslint/no-restricted-imports': ['error', { patterns: bansOf(kind) }],
    'no-restricted-syntax': ['error', ...syntaxOf(kind)],
  },
});

const guards = [
  guarded({ workspace: 'contract' }, ['contract/src/**/*.ts']),
  guarded({ workspace: 'connectors' }, ['connectors/src/**/*.ts'], connectorTests),
  guarded({ workspace: 'connectors test' }, connectorTests),
  guarded({ workspace: 'sandbox' }, ['sandbox/src/**/*.ts']),
  guarded({ workspace: 'web' }, ['web/src/**/*.{ts,tsx}']),
  ...Object.entries(serverKinds).map(([layer, files]) =>
    guarded({ workspace: 'server', layer }, files, tests),
  ),
  guarded({ workspace: 'server', layer: 'test' }, [
    'server/src/**/*.test.ts',
    'server/src/testing/**/*.ts',
    'bench/**/*.ts',
  ]),
  guarded({ workspace: 'server', layer: 'platform test' }, ['server/src/platform/**/*.test.ts']),
  ...ladder.flatMap((module) =>
    [false, true].flatMap((inRoom) => {
      const folder = `server/src/modules/${module}/${inRoom ? '*/' : ''}`;
      return [
        guarded(
          { workspace: 'server', module, inRoom, holds: 'work' },
          [`${folder}*.ts`],
          [...tests, '**/*.rules.ts', '**/*.queries.ts'],
        ),
        guarded({ workspace: 'server', module, inRoom, holds: 'queries' }, [`${folder}*.queries.ts`]),
        guarded({ workspace: 'server', module, inRoom, holds: 'rules' }, [`${folder}*.rules.ts`]),
      ];
    }),
  ),
];

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
    languageOptions: { parser: tseslint.parser },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      'no-restricted-syntax': ['error', ...syntaxOf({ workspace: null })],
      // The other linter would obey such a comment.
      'no-warning-comments': ['error', { terms: ['eslint-disable', 'oxlint-disable'], location: 'anywhere' }],
    },
  },
  ...guards,
  {
    files: ['server/src/platform/database/transaction.ts'],
    rules: { 'no-restricted-syntax': ['error', ...syntaxOf({ workspace: null })] },
  },
  ...webLadderRules({
    imports: [...bansOf({ workspace: 'web' })],
    syntax: [...syntaxOf({ workspace: 'web' })],
  }),
);
