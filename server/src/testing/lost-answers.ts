import type { Network } from './market.ts';

/** Loses the answers to a number of calls of one kind, after the marketplace has performed them. */
export function losing(call: string, times: number): Network {
  let left = times;
  return async ({ url }, go) => {
    const answer = await go();
    if (!url.includes(call) || left === 0) return answer;
    left -= 1;
    throw new TypeError('fetch failed');
  };
}
