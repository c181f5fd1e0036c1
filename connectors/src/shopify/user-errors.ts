import { rejected } from '../kit/errors.ts';
import type { UserError } from './wire-actions.ts';

/** Throws `rejected` with the first of a payload's `userErrors`, if there is one (shopify.md 2, third layer). */
export function refusedBy(errors: readonly UserError[]): void {
  const [first] = errors;
  if (first !== undefined) throw rejected(first.code ?? 'refused', `Shopify: ${first.message}`);
}
