import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { grantPlatformAdmin } from '../modules/accounts/grant-platform-admin.ts';
import { StartProblem } from '../platform/process/start-problem.ts';
import { runForAccount } from './run-for-account.ts';

/*
 * `npm run grant -- email`: makes an account a platform admin, and the account too if there is none. With `--password-to=file` the
 * password of a new account is in a file that nobody else reads, and not on the screen.
 */

const file = process.argv.flatMap((word) => /^--password-to=(.+)$/.exec(word)?.[1] ?? [])[0];

/** Opened before the account is made: a password that can be written nowhere would be lost. */
function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch {
    throw new StartProblem(
      `${path} is there already or cannot be written: name a new file with --password-to.`,
    );
  }
}

await runForAccount(
  'Say whose account becomes a platform admin: npm run grant -- name@example.com',
  async (ctx, email) => {
    const opened = file === undefined ? null : { path: file, descriptor: openNew(file) };
    const password = await grantPlatformAdmin(ctx, email);
    const granted = `${email} is a platform admin now.`;
    if (opened === null) {
      return password === null
        ? [granted]
        : [granted, `The account is new. Its password, shown only here: ${password}`];
    }
    if (password !== null) writeSync(opened.descriptor, `${password}\n`);
    closeSync(opened.descriptor);
    if (password !== null) return [granted, `The account is new. Its password is in ${opened.path}.`];
    rmSync(opened.path);
    return [granted];
  },
);
