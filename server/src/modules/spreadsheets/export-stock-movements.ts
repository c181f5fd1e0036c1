import { reasonText } from '@evenstock/contract/messages/catalog/movements';
import { message } from '@evenstock/contract/messages/message';
import { listStockMovements } from '@evenstock/contract/stock/stock';
import { z } from 'zod';
import {
  countMovementsToExport,
  movementsToExport,
  type AskedMovements,
} from '../stock/lists/export-movements.ts';
import { defineSource, wallClock } from './export-source.ts';

const params = z.object({
  q: listStockMovements.query.shape.q,
  asked_at: z.iso.datetime(),
  zone: z.string(),
  unlimited: z.boolean().default(true),
});

const askedOf = ({ q, asked_at: at, zone, unlimited }: z.output<typeof params>): AskedMovements => ({
  q: q ?? {},
  now: new Date(at),
  zone,
  unlimited,
});

/** The export of stock movements by the filters of their list. */
export const movementsSource = defineSource({
  kind: 'stock_movement.export',
  params,
  name: 'Stock movements',
  columns: [
    { title: 'Date', width: 18 },
    { title: 'Variant Id', width: 12 },
    { title: 'SKU', width: 20 },
    { title: 'Product', width: 40 },
    { title: 'Variant', width: 24 },
    { title: 'Source Type', width: 14 },
    { title: 'Source', width: 28 },
    { title: 'Action', width: 28 },
    { title: 'Adjustment', width: 12 },
    { title: 'Final Quantity', width: 14 },
    { title: 'Reason', width: 14 },
    { title: 'Note', width: 40 },
  ],
  count: ({ db }, { storeId, params: asked }) => countMovementsToExport(db, storeId, askedOf(asked)),
  async read({ db }, { storeId, params: asked }, { last, limit }) {
    const movements = await movementsToExport(db, storeId, askedOf(asked), { before: last, limit });
    return {
      rows: movements.map((movement) => [
        wallClock(movement.created_at, asked.zone),
        String(movement.variant_id),
        movement.sku ?? '',
        movement.product,
        movement.variant,
        movement.source_type,
        movement.source ?? '',
        movement.action,
        movement.adjustment,
        movement.final_quantity,
        movement.reason === null ? '' : reasonText(movement.reason),
        movement.reason_note ?? '',
      ]),
      records: movements.length,
      last: movements.at(-1)?.id ?? null,
    };
  },
  mail: (store) => ({
    subject: message('mails.movements_exported_subject', { store }),
    text: message('mails.movements_exported', { store }),
  }),
});
