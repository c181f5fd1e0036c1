import type { CodeValues } from '@evenstock/contract/operations';

/** Why an order could not be read from its marketplace: a code, and what its sentence speaks of. */
export type SyncFailure =
  | { readonly code: 'not_found'; readonly values: CodeValues }
  | { readonly code: 'not_authorised' | 'missing'; readonly values: { readonly marketplace: string } }
  | {
      readonly code: 'unreadable';
      readonly values: { readonly marketplace: string; readonly reason: string };
    }
  | { readonly code: 'channel'; readonly values: { readonly message: string } };

/** The sentence for the seller. */
export function syncFailureWords(code: string, values: CodeValues): string {
  const marketplace = String(values['marketplace']);
  switch (code) {
    case 'not_authorised':
      return `${marketplace} is not authorised. Verify it on its page, then synchronize again.`;
    case 'missing':
      return `${marketplace} does not know this order any more. What is shown is what it last told.`;
    case 'unreadable':
      return `${marketplace} sent the order in a form that cannot be read: ${String(values['reason'])}`;
    case 'channel':
      return String(values['message']);
    default:
      return 'The order was not found.';
  }
}
