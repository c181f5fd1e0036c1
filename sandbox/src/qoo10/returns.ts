import { claimsOf } from './claims.ts';
import { orderCodes, rowNamed } from './orders.ts';
import type { QapiCall } from './qapi-call.ts';
import { QapiError } from './reply.ts';

/** The return address that the buyer is shown (qoo10.md 6). */
const addressFields = [
  'seller_name',
  'seller_zip_code',
  'seller_front_address',
  'seller_back_address',
  'seller_hp_no',
  'seller_tel_no',
];

/** `Claim.SetClaimAccept`: the seller accepts a return; it continues when the goods are back. */
export function acceptClaim(call: QapiCall): null {
  const row = rowNamed(call, 'orderNo');
  const claim = claimsOf(call, row).at(-1);
  if (claim?.status !== 4) throw new QapiError(orderCodes.notNow, 'The order has no return to accept.');
  const returnAddress = addressFields.map((name) => call.text(name)).filter((text) => text !== '');
  call.shipments.change(call.shop, row.line, {
    returnAcceptedAt: call.shop.nextInstant(),
    returnAddress: returnAddress.join(' '),
  });
  call.shop.orderChanged(row.order);
  return null;
}

/** `Claim.SetClaimRedelivery` continues an exchange; no buyer of these shops asks for one. */
export function redeliver(call: QapiCall): never {
  rowNamed(call, 'orderNo');
  call.needed('redelivery_date', orderCodes.missing);
  throw new QapiError(orderCodes.notNow, 'The order has no exchange in progress.');
}
