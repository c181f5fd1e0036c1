import { hostname } from 'node:os';

/** What a process does: `http` serves, `worker` runs jobs, `all` does both. */
export type ProcessRole = 'all' | 'http' | 'worker';

/** Where this process runs, for those who look for it. */
export const processPlace = { host: hostname(), pid: process.pid };
