import { inject } from 'vitest';

/** The addresses of this run's demo and its sandbox. */
export const { web, sandbox } = inject('addresses');
