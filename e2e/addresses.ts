import { inject } from 'vitest';

/** Where the demo of this run answers, and its sandbox. */
export const { web, sandbox } = inject('addresses');
