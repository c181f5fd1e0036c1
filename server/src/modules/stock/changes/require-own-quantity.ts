import { message } from '@evenstock/contract/messages/message';
import { invalid } from '../../../api/routing.ts';
import type { VariantStock } from '../protocol/variant-stock.rules.ts';

/** @throws Refusal 422 where the SKU is a set, whose quantity is what its parts allow */
export function requireOwnQuantity(variant: Pick<VariantStock, 'madeOf'> | undefined, field: string): void {
  if (variant?.madeOf != null) throw invalid(field, message('stock.set_has_no_quantity'));
}
