import { becomes, isCalled, isNew, odd, type DriftChange } from '../trouble/drift-change.ts';

const orders = ['ShippingBasic.GetShippingInfo_v2', 'ShippingBasic.GetShippingAndClaimInfoByOrderNo'];

/** How its answers may drift. */
export const driftChanges: readonly DriftChange[] = [
  becomes(orders, '/ResultObject/*/shippingStatus', {
    from: 'On request(2)',
    to: 'In review(7)',
  }),
  isNew(orders, '/ResultObject/*/deliveryHint', odd),
  isNew(['ItemsLookup.GetItemDetailInfo'], '/ResultObject/*/Badge', odd),
  isCalled(orders, '/ResultObject/*/orderQty', 'quantity'),
  isCalled(orders, '/ResultObject/*/receiver', 'receiverName'),
  isCalled(['ItemsLookup.GetItemDetailInfo'], '/ResultObject/*/ItemQty', 'Quantity'),
];
