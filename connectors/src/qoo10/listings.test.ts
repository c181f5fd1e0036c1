import { describe, expect, it } from 'vitest';
import { itemStatuses, keyed, listings, quantityOf } from './listings.ts';
import { ran, refused, sellerWith } from './seller.fixture.ts';
import { inventoryRow } from './wire.ts';

/** qoo10.md 3.1. */
const detail = {
  ItemNo: '412345678',
  ItemStatus: 'S2',
  SellerCode: 'TEE-01',
  ItemTitle: 'Demo Cotton Tee',
  SellPrice: 19.9,
  RetailPrice: 25,
  SettlePrice: 17.5,
  ItemQty: 25,
  ExpireDate: '2030-12-31',
  SecondSubCatCd: '300000001',
  MainCatCd: '100000001',
  BrandNm: '',
  ShippingNo: '0',
  ImageUrl: 'https://a',
  MultiImageUrl: 'https://a$$https://b',
  VideoUrl: '',
  ItemDetail: '<p>…</p>',
  Material: '',
  ContactTel: '',
  AdultYN: 'N',
  IndustrialCode: '',
  Weight: '0.2',
};
const variant = {
  Name1: 'Color',
  Value1: 'Red',
  Name2: 'Size',
  Value2: 'M',
  Name3: '',
  Value3: '',
  Name4: '',
  Value4: '',
  Name5: '',
  Value5: '',
  Price: 0,
  Qty: 7,
  ItemTypeCode: 'TEE-01-R-M',
  QinventoryCode: '',
  QinventoryQty: 0,
};

const reading = (record: unknown, rows: unknown = null) =>
  sellerWith({
    'ItemsLookup.GetItemDetailInfo': () => ran([record]),
    'ItemsLookup.GetGoodsInventoryInfo': () => ran(rows),
  });
const read = async (record: unknown, rows: unknown = null) =>
  (await listings.read(reading(record, rows).access, ['412345678'])).listings[0];

describe('an item of Qoo10 (qoo10.md 3.1)', () => {
  it('without options is its own variant', async () => {
    expect(await read(detail)).toMatchObject({
      itemId: '412345678',
      name: 'Demo Cotton Tee',
      imageUrl: 'https://a',
      status: 'normal',
      variants: [{ variantId: '0', sku: 'TEE-01', price: 1990, currency: 'SGD', measure: 25, stockRef: {} }],
    });
  });

  it('is read in its other spelling too, with numbers as text', async () => {
    const other = { ...detail, ItemNo: undefined, ItemCode: '412345678', SellPrice: undefined };
    const got = await read({ ...other, ItemPrice: '19.90', ItemQty: '25' });
    expect(got?.variants).toMatchObject([{ price: 1990, measure: 25 }]);
  });

  it('with options has variants that are named by code, or by values where the code is not their own', async () => {
    const rows = [variant, { ...variant, Value2: 'L', Price: '1.5', ItemTypeCode: '' }];
    expect((await read(detail, rows))?.variants).toMatchObject([
      {
        variantId: 'TEE-01-R-M',
        sku: 'TEE-01-R-M',
        name: 'Red / M',
        price: 1990,
        measure: 7,
        stockRef: { optionName: 'Color||*Size', optionValue: 'Red||*M', optionCode: 'TEE-01-R-M' },
      },
      { variantId: 'Red||*L', sku: null, name: 'Red / L', price: 2140 },
    ]);
    const same = [variant, { ...variant, Value2: 'L' }].map((each) => inventoryRow.parse(each));
    expect(keyed(same).map(([id]) => id)).toEqual(['Red||*M', 'Red||*L']);
  });

  it('shows the central stock where there is one', () => {
    const central = inventoryRow.parse({ ...variant, QinventoryCode: 'Q1', QinventoryQty: '4' });
    expect(quantityOf(central)).toBe(4);
  });

  it('is missing when Qoo10 answers that it is not there, and quarantined when it cannot be read', async () => {
    const answered = async (answer: unknown) => {
      const { access } = sellerWith({ 'ItemsLookup.GetItemDetailInfo': () => answer });
      return (await listings.read(access, ['1'])).missing;
    };
    expect(await answered(refused(-10003))).toEqual(['1']);
    // It is there in a state without description, or the answer says nothing.
    expect(await answered(refused(-10009))).toEqual([]);
    expect(await answered(ran([]))).toEqual([]);
    const got = await listings.read(reading({ ...detail, ItemQty: 'many' }).access, ['412345678']);
    expect(got).toMatchObject({ listings: [], missing: [], unreadable: [{ reference: '412345678' }] });
  });
});

describe('the lists of items (qoo10.md 3)', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ItemCode: String(index + 1),
      SellerCode: `S${String(index)}`,
      ItemStatus: 'S2',
    }));
  const lists = (count: number, pages = 1, present?: number) =>
    sellerWith({
      'ItemsLookup.GetAllGoodsInfo': ({ ItemStatus, Page }) =>
        ran({
          TotalItems: ItemStatus === 'S2' ? count * pages : 0,
          TotalPages: ItemStatus === 'S2' ? pages : 0,
          PresentPage: present ?? Number(Page),
          Items: ItemStatus === 'S2' ? entries(count) : [],
        }),
      'ItemsLookup.GetItemDetailInfo': ({ ItemCode }) => ran([{ ...detail, ItemNo: ItemCode }]),
    });

  it('continue within a page, to the next page, and to the next status until the last', async () => {
    const { access } = lists(15, 2);
    const first = await listings.page(access, null, null);
    expect(first.listings).toHaveLength(10);
    expect(first.next).toEqual({ status: 0, page: 1, offset: 10, seen: 0 });
    const second = await listings.page(access, first.next, null);
    expect(second.listings).toHaveLength(5);
    expect(second.next).toEqual({ status: 0, page: 2, offset: 0, seen: 15 });
    const last = await listings.page(access, { status: 0, page: 2, offset: 10, seen: 15 }, null);
    expect(last.next).toEqual({ status: 1, page: 1, offset: 0, seen: 0 });
    expect((await listings.page(access, { status: 4, page: 1, offset: 0 }, null)).next).toBeNull();
  });

  it('are read on where they count more than they give, and refused where that is empty', async () => {
    const short = (items: unknown[]) =>
      sellerWith({
        'ItemsLookup.GetAllGoodsInfo': ({ Page }) =>
          ran({ TotalItems: 120, PresentPage: Number(Page), Items: items }),
        'ItemsLookup.GetItemDetailInfo': ({ ItemCode }) => ran([{ ...detail, ItemNo: ItemCode }]),
      }).access;
    const page = await listings.page(short(entries(3)), null, null);
    expect(page.next).toEqual({ status: 0, page: 2, offset: 0, seen: 3 });
    await expect(listings.page(short([]), null, null)).rejects.toMatchObject({
      fault: { kind: 'unexpected' },
    });
  });

  it('are not believed when they are another page', async () => {
    await expect(
      listings.page(lists(15, 2, 1).access, { status: 0, page: 2, offset: 0 }, null),
    ).rejects.toThrow(/another/);
  });

  it('leave out what says itself that it did not change', async () => {
    const since = new Date('2026-01-02T00:00:00Z');
    for (const [ChangedDate, count] of [
      ['2026-01-01 09:00:00', 0],
      ['2026-01-03 09:00:00', 1],
      ['', 1],
    ] as const) {
      const { access } = sellerWith({
        'ItemsLookup.GetAllGoodsInfo': () => ran({ TotalPages: 1, PresentPage: 1, Items: entries(1) }),
        'ItemsLookup.GetItemDetailInfo': () => ran([{ ...detail, ChangedDate }]),
      });
      expect((await listings.page(access, null, since)).listings).toHaveLength(count);
    }
  });

  it('quarantine an item on sale that is not described, or whose variants are missing', async () => {
    const listing = () => ran({ TotalPages: 1, PresentPage: 1, Items: entries(1) });
    for (const answers of [
      { 'ItemsLookup.GetItemDetailInfo': () => refused(-10009) },
      {
        'ItemsLookup.GetItemDetailInfo': () => ran([detail]),
        'ItemsLookup.GetGoodsInventoryInfo': () => refused(-10001),
      },
      {
        'ItemsLookup.GetItemDetailInfo': () => ran([detail]),
        'ItemsLookup.GetGoodsInventoryInfo': () => ran([{ ...variant, Qty: 'many' }]),
      },
    ]) {
      const { access } = sellerWith({ 'ItemsLookup.GetAllGoodsInfo': listing, ...answers });
      const page = await listings.page(access, null, null);
      expect(page).toMatchObject({ listings: [], unreadable: [{ reference: '1' }] });
    }
  });

  it('have the code alone of an item that is not on sale', async () => {
    const { access } = sellerWith({
      'ItemsLookup.GetAllGoodsInfo': () =>
        ran({
          TotalPages: 1,
          PresentPage: 1,
          Items: [{ ItemCode: '9', SellerCode: 'MUG', ItemStatus: 'S8' }],
        }),
      'ItemsLookup.GetItemDetailInfo': () => refused(-10009),
    });
    expect((await listings.page(access, null, null)).listings).toMatchObject([
      { itemId: '9', name: 'MUG', status: 'rejected', variants: [] },
    ]);
  });
});

it('knows every status of the document (qoo10.md 3)', () => {
  expect(itemStatuses).toEqual({
    S0: 'delisted',
    S1: 'delisted',
    S2: 'normal',
    S3: 'delisted',
    S4: 'deleted',
    S5: 'delisted',
    S8: 'rejected',
  });
});
