import type { QapiCall } from './qapi-call.ts';

const brands = [
  { M_B_NO: '5001', M_B_NM: 'Kopi Corner' },
  { M_B_NO: '5002', M_B_NM: 'Uncle Ringo' },
];

/** `CommonInfoLookup.SearchBrand` (qoo10.md 3.4); nothing but names that hold the keyword. */
export function searchBrand(call: QapiCall): object[] {
  const keyword = call.text('keyword').toLowerCase();
  return brands.filter(({ M_B_NM }) => M_B_NM.toLowerCase().includes(keyword));
}

/** `CommonInfoLookup.SearchMaker`. */
export function searchMaker(call: QapiCall): object[] {
  return searchBrand(call);
}

/** `CommonInfoLookup.GetCatagoryListAll`; the spelling is the vendor's. */
export function listCategories(): object[] {
  return [
    ['Coffee & Tea', '300000001'],
    ['Jam & Spread', '300000002'],
    ['Kitchenware', '300000003'],
  ].map(([name, code]) => ({
    CATE_L_CD: '100000001',
    CATE_L_NM: 'Food & Dining',
    CATE_M_CD: '200000001',
    CATE_M_NM: 'Beverages',
    CATE_S_CD: code,
    CATE_S_NM: name,
  }));
}

/** `ItemsLookup.GetSellerDeliveryGroupInfo`: templates; X free, F charge, M free on condition, W store pickup (qoo10.md 5). */
export function listDeliveryGroups(): object[] {
  return [
    { ShippingNo: '0', ShippingName: 'Free', BundleName: '', ShippingType: 'X', ShippingFee: 0, FreeCondition: 0 },
    { ShippingNo: '12345', ShippingName: 'Qprime-S', BundleName: 'Qprime', ShippingType: 'F', ShippingFee: 1.49, FreeCondition: 0 },
    { ShippingNo: '12346', ShippingName: 'Store pickup', BundleName: '', ShippingType: 'W', ShippingFee: 0, FreeCondition: 0 },
  ]; // oxfmt-ignore
}
