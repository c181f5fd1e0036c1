import { english } from '@evenstock/contract/messages/english';
import type { MessageOnWire } from '@evenstock/contract/messages/message';
import type { Printer, PrintPreparation } from '@evenstock/contract/printing/printing';
import type { OrderToPrint } from './printing.queries.ts';

const printedAt = {
  print_label: 'print_label_at',
  print_invoice: 'print_invoice_at',
  print_pick_list: 'print_pick_list_at',
} as const satisfies Record<Printer, keyof OrderToPrint>;

type Invalid = PrintPreparation['error']['invalids'][number];

/** An order that cannot be printed, and why. */
export function invalidOrder(order: OrderToPrint, reason: MessageOnWire): Invalid {
  const { id, reference_number, channel } = order;
  return { id, reference_number, channel, error: english(reason), code: reason.code, values: reason.values };
}

/**
 * The files, and the reasons why orders cannot be printed.
 * @param printable the orders that can be printed, as they were chosen
 * @param waiting those that are still asked for
 */
export function preparationOf(
  what: Printer,
  printable: readonly OrderToPrint[],
  invalids: readonly Invalid[],
  waiting: readonly Invalid[] = [],
): Omit<PrintPreparation, 'pdfs' | 'labels'> {
  return {
    zpls: [],
    imgs: [],
    string: null,
    orders: printable.map(({ id, reference_number }) => ({ id, reference_number })),
    error: {
      printeds: printable.flatMap((order) => {
        const at = order[printedAt[what]];
        const { id, reference_number, channel } = order;
        return at === null ? [] : [{ id, reference_number, channel, printed_at: at.toISOString() }];
      }),
      invalids: [...invalids],
      waiting: [...waiting],
    },
  };
}
