import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { authoriseShop } from '../../modules/connections/authorisation/authorise-shop.ts';
import { requestAction } from '../../modules/actions/request-action.ts';
import { recover, type RecoveryTrace } from './recovery.ts';

const A = 'lazada';

/** A member asks for the shipment of an order, and nobody has sent it yet. */
async function asksToShip({ ctx, storeId, shop }: RecoveryTrace, number: string): Promise<number> {
  const order = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const { id } = await inTransaction(ctx.db, (tx) =>
    requestAction(tx, ctx, {
      storeId,
      marketplaceId: shop(A).marketplaceId,
      kind: 'order.ship',
      subjectType: 'Order',
      subjectId: order.id,
      exclusiveKey: `order:${String(order.id)}`,
      asked: { method: 'default', answers: {}, order_item_ids: null },
      userId: null,
      performedBy: 'job',
    }),
  );
  return id;
}

const stateOf = async ({ ctx }: RecoveryTrace): Promise<string> => {
  const row = await ctx.db.selectFrom('marketplace_actions').select('state').executeTakeFirstOrThrow();
  return row.state;
};

/** How often the order was packed at its marketplace. */
const packed = ({ sandbox, shop }: RecoveryTrace, number: string): number =>
  sandbox.control.storedOrder(A, shop(A).shop, number).events.filter(({ name }) => name === 'pack').length;

async function givesConsentAgain(trace: RecoveryTrace): Promise<void> {
  const { ctx, sandbox, storeId } = trace;
  const { shop, marketplaceId } = trace.shop(A);
  const given = sandbox.control.grant(A, shop, { state: 'again' });
  const member = {
    userId: await trace.member(),
    sessionId: 0,
    email: 'member@market.test',
    role: 'member',
  } as const;
  const wanted = { storeId, marketplaceId, channel: A, shopName: null, clockOffsetMs: 0 } as const;
  await authoriseShop(ctx, member, wanted, given);
}

describe('an action that waited at the time of the backup, and was sent since', () => {
  it(
    'is checked before it is called again, also while its shop refuses the authorisation',
    recover(async (trace) => {
      const number = trace.sells(A, 1);
      await trace.polls(A);
      const action = await asksToShip(trace, number);
      const backup = await trace.backUp();
      await trace.adjusts(5);
      expect([await stateOf(trace), packed(trace, number)]).toEqual(['done', 1]);

      trace.sandbox.control.revoke(A, trace.shop(A).shop);
      await trace.restore(backup);
      await trace.ctx.performAction(trace.ctx, action);
      expect(await stateOf(trace)).toBe('unknown');

      await givesConsentAgain(trace);
      await trace.waits(600);
      expect([await stateOf(trace), packed(trace, number)]).toEqual(['done', 1]);
    }),
  );
});
