import type { Stage } from './actors.ts';

/** A call of the run's member, without the router. */
export function memberCall<Given extends object>({ market, userId }: Stage, given: Given) {
  return {
    ...given,
    ctx: market.ctx,
    actor: { userId, sessionId: 0, email: 'member@market.test', role: 'member' } as const,
    store: {
      id: market.storeId,
      slug: 'market',
      country: 'sg',
      timeZone: 'Asia/Singapore',
      role: 'member',
    } as const,
    address: '192.0.2.1',
    file: null,
    agent: null,
    respondsAsync: false,
  };
}
