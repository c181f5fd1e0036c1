import { availableParallelism } from 'node:os';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { longestWait } from './e2e/longest-wait.ts';
import { keepTemporaryFilesInMemory } from './scripts/memory-folder.mjs';

keepTemporaryFilesInMemory();

/** Suites that need a PostgreSQL cluster of their own kind, or a browser, and so run by themselves. */
const ownSuites = [
  'server/src/testing/sim/**',
  'server/src/testing/crash/**',
  'server/src/testing/conformance/**',
  'server/src/testing/libreoffice/**',
  'server/src/testing/alerts/**',
];

/** What starts the program as people do; every other test of scripts/ reads the sources alone. */
const startUp = ['scripts/start-up.test.ts', 'scripts/ports.test.ts'];

/** Paths that this run leaves out. They are added to each project's list, which replaces the list of the command line. */
const leftOut = (process.env['EVENSTOCK_LEFT_OUT'] ?? '').split(',').filter((path) => path !== '');

function project(
  name: string,
  include: string[],
  { exclude = [], ...settings }: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  const left = ['**/node_modules/**', ...leftOut, ...exclude];
  return { extends: true, test: { name, include, exclude: left, ...settings } };
}

/** As Node finds packages: `module` is for bundlers alone, and what it leads to may not run. */
const serverConditions = defaultServerConditions.filter((condition) => condition !== 'module');

/** Files share a process and what they import; a suite in which a test replaces modules cannot. */
const shared = { isolate: false };
const onDatabase = { globalSetup: ['server/src/testing/global-setup.ts'] };

export default defineConfig({
  // Workspaces are read from their sources: no build comes before a test.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  ssr: {
    resolve: { conditions: ['source', ...serverConditions], externalConditions: ['source', 'node'] },
  },
  test: {
    pool: 'forks',
    // As many as there are processors: a test waits for its database half of the time.
    maxWorkers: availableParallelism(),
    // Only what hangs is ended: how fast a test is depends on what else the machine does.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: longestWait } },
    // A test that was to run and does not is a failure.
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      project('contract', ['contract/src/**/*.test.ts'], shared),
      project('connectors', ['connectors/src/**/*.test.ts'], shared),
      project('sandbox', ['sandbox/src/**/*.test.ts'], shared),
      project('web', ['web/src/**/*.test.{ts,tsx}'], shared),
      project('guards', ['scripts/*.test.ts'], { exclude: startUp }),
      project('start-up', startUp),
      project('server', ['server/src/**/*.test.ts'], { ...shared, ...onDatabase, exclude: ownSuites }),
      project('sim', ['server/src/testing/sim/**/*.test.ts'], { ...onDatabase, testTimeout: 5_400_000 }),
      project('conformance', ['server/src/testing/conformance/**/*.test.ts']),
      project('libreoffice', ['server/src/testing/libreoffice/**/*.test.ts'], onDatabase),
      project('alerts', ['server/src/testing/alerts/**/*.test.ts']),
      project('crash', ['server/src/testing/crash/**/*.test.ts'], { fileParallelism: false }),
      project('e2e', ['e2e/**/*.test.ts'], {
        ...shared,
        globalSetup: ['e2e/start.ts'],
        expect: { poll: { timeout: longestWait, interval: 200 } },
        // While one waits for a marketplace, another works.
        maxWorkers: 2,
      }),
    ],
  },
});
