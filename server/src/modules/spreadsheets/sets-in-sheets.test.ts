import { productColumns } from '@evenstock/contract/spreadsheets/spreadsheets';
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { makeSet, switchSets } from '../../testing/make-set.ts';
import { createMarket } from '../../testing/market.ts';
import { addUser } from '../../testing/world.ts';
import { openSheet, type CheckedRow } from './check-sheet.ts';

it('a dry run names the rows that change the quantity of a set, and no others', async () => {
  const market = await createMarket({ channels: ['shopee'], skus: { TEE: 10, BOX: 3 } });
  const { ctx, storeId } = market;
  try {
    const rows = await ctx.db.selectFrom('variants').select(['id', 'sku']).execute();
    const idOf = (sku: string): number => rows.find((row) => row.sku === sku)?.id ?? 0;
    await switchSets(ctx, storeId, true);
    const userId = await addUser(ctx);
    await makeSet(
      ctx,
      { storeId, userId },
      { setId: idOf('BOX'), parts: [{ variant_id: idOf('TEE'), units: 2 }] },
    );
    const checked = async (...typed: readonly (readonly [string, number])[]): Promise<CheckedRow[]> => {
      const lines = typed.map(([sku, quantity]) => [String(idOf(sku)), sku, '', '', quantity, '', 5]);
      const bytes = await writeXlsx({
        sheets: [{ name: 'Products', rows: [[...productColumns], ...lines] }],
      });
      const found: CheckedRow[] = [];
      const sheet = await openSheet(Buffer.from(bytes));
      for await (const batch of sheet.rows(ctx.db, storeId)) found.push(...batch);
      return found;
    };
    const changed = await checked(['BOX', 9], ['TEE', 12]);
    expect(
      changed.map(({ units, problem }) => [units, problem?.column, problem?.value, problem?.reason.code]),
    ).toEqual([
      [4, 'Quantity', '9', 'stock.set_has_no_quantity'],
      [7, undefined, undefined, undefined],
    ]);
    expect((await checked(['BOX', 5])).map(({ units, problem }) => [units, problem])).toEqual([[null, null]]);
  } finally {
    await market.close();
  }
});
