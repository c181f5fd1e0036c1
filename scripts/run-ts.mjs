// Runs a TypeScript program of the repository from its sources: node scripts/run-ts.mjs <file> [arguments]
import { spawnSync } from 'node:child_process';

const { status, signal } = spawnSync(
  process.execPath,
  ['--conditions=source', '--import', 'tsx', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
