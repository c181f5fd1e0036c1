import type { ReturnPage } from './capabilities.ts';
import type { ListingPage, OrderPage } from './connector.ts';
import { ChannelError, type ChannelFault } from './errors.ts';
import type { Cursor } from './paging.ts';

/** The records of a page without the cursor of the next one. */
export type PageRecords = Omit<OrderPage, 'next'> | Omit<ListingPage, 'next'> | Omit<ReturnPage, 'next'>;

/**
 * A page that is not the whole of what it announces: it ends before its own count, or its next page is itself. The records that came
 * are good; the page must be read again.
 */
export class IncompletePage extends ChannelError {
  readonly records: PageRecords;

  constructor(fault: ChannelFault, records: PageRecords) {
    super(fault);
    this.name = 'IncompletePage';
    this.records = records;
  }
}

/**
 * A page with its next one. One page without a usable cursor must not cost the records on it.
 * @throws IncompletePage with the records, where `next` throws a ChannelError
 */
export function withNext<Records extends PageRecords>(
  records: Records,
  next: () => Cursor | null,
): Records & { readonly next: Cursor | null } {
  try {
    return { ...records, next: next() };
  } catch (error) {
    if (error instanceof ChannelError) throw new IncompletePage(error.fault, records);
    throw error;
  }
}
