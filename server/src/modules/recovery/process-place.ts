import { hostname } from 'node:os';

/** Where this process runs, for those who look for it. */
export const processPlace = { host: hostname(), pid: process.pid };
