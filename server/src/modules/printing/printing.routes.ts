import type { Printer } from '@evenstock/contract/printing/printing';
import {
  confirmPrint,
  getInvoices,
  getPickList,
  getShippingLabel,
  getShippingLabels,
  prepareInvoices as prepareInvoicesEndpoint,
  preparePickList as preparePickListEndpoint,
  prepareShippingLabels,
  showShippingLabels,
} from '@evenstock/contract/printing/printing';
import { route, type Route } from '../../api/routing.ts';
import { recordPrint } from '../orders/pages/record-print.ts';
import { prepareInvoices } from './prepare-invoices.ts';
import { preparePickList } from './prepare-pick-list.ts';
import { showLabel } from './show-label.ts';
import { showLabels } from './show-labels.ts';
import { startLabels } from './start-labels.ts';

const printTimes = {
  print_label: 'print_label_at',
  print_invoice: 'print_invoice_at',
  print_pick_list: 'print_pick_list_at',
} as const satisfies Record<Printer, string>;

export const printingRoutes: readonly Route[] = [
  route(getShippingLabels, (call) => startLabels(call, call.query.q.id_in, call.query.paper ?? 'A6')),
  route(prepareShippingLabels, (call) => startLabels(call, call.body.q.id_in, call.body.paper ?? 'A6')),
  route(showShippingLabels, ({ ctx, store, actor, params }) =>
    showLabels(ctx, store, actor, params.operationId),
  ),
  route(getShippingLabel, ({ ctx, store, actor, params }) =>
    showLabel(ctx, store, actor, params.referenceNumber),
  ),
  route(getInvoices, ({ ctx, store, actor, query }) => prepareInvoices(ctx, store, actor, query.q.id_in)),
  route(prepareInvoicesEndpoint, ({ ctx, store, actor, body }) =>
    prepareInvoices(ctx, store, actor, body.q.id_in),
  ),
  route(getPickList, ({ ctx, store, query }) =>
    preparePickList(ctx, store, query.q.id_in, query.by ?? 'order'),
  ),
  route(preparePickListEndpoint, ({ ctx, store, body }) =>
    preparePickList(ctx, store, body.q.id_in, body.by ?? 'order'),
  ),
  route(confirmPrint, async ({ ctx, store, actor, body }) => {
    const scope = { storeId: store.id, userId: actor.userId };
    const printed = await recordPrint(ctx, scope, printTimes[body.printer], body.q.id_in);
    return {
      printeds: printed.map(({ id, referenceNumber, printedAt }) => ({
        id,
        reference_number: referenceNumber,
        printed_at: printedAt.toISOString(),
      })),
    };
  }),
];
