import { z } from 'zod';
import { defineAction } from '../actions/action-definition.ts';

/** Ships an order as its marketplace lets it be shipped. */
export const shipOrderAction = defineAction({
  kind: 'order.ship',
  asked: z.object({}),
  of: (connector) => connector.fulfilment?.ship,
  fill: () => Promise.resolve(null),
  settle: () => Promise.resolve(),
});
