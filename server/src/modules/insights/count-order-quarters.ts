import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { countQuarters, takeUncounted, tryLockCount } from './order-quarters.queries.ts';

const AT_ONCE = 1000;

/**
 * Counts the orders of the quarters of an hour in which some changed. Reports read uncounted quarters from the orders directly, so no
 * figure depends on when this runs. Each part is one transaction: after a kill the next run counts the rest.
 */
export async function countOrderQuarters({ db }: Pick<Context, 'db'>): Promise<void> {
  let counted: number;
  do
    counted = await inTransaction(db, async (tx) => {
      if (!(await tryLockCount(tx))) return 0;
      const quarters = await takeUncounted(tx, AT_ONCE);
      await countQuarters(tx, quarters);
      return quarters.starts.length;
    });
  while (counted === AT_ONCE);
}
