import type { ReturnState } from '../kit/capabilities.ts';

/**
 * States of a return of the seller's own shipments. The document names the column and none of its words (amazon-sg.md 6), so
 * these are read for what they say; any other is `unknown` and shown as it came. None can be answered but in Seller Central.
 */
export const returnStates: Readonly<Record<string, ReturnState>> = {
  Pending: 'pending',
  'Pending Approval': 'pending',
  'Pending Authorization': 'pending',
  Approved: 'to_return',
  Authorized: 'to_return',
  Completed: 'accepted',
  Refunded: 'accepted',
  Closed: 'accepted',
  Declined: 'refused',
  Denied: 'refused',
  Rejected: 'refused',
  Cancelled: 'cancelled',
  Canceled: 'cancelled',
};

const byBareWord = new Map(Object.entries(returnStates).map(([word, state]) => [bare(word), state]));

/** Whatever its letter case and spacing. */
export function returnStateOf(raw: string): ReturnState {
  return byBareWord.get(bare(raw)) ?? 'unknown';
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z]/g, '');
}
