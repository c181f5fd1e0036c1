import { describe, expect, it } from 'vitest';
import { bodyOf, now, sellerWith } from './recorded-seller.fixture.ts';
import type { Answers } from './recorded-seller.fixture.ts';
import { returnStateOf, returnStates } from './return-states.ts';
import { returns } from './returns.ts';

const storage = 'https://tortuga-prod-fe.s3-us-west-2.amazonaws.com/report?X-Amz-Signature=1';

/** The columns of the report, as documented (amazon-sg.md 6). */
const columns = [
  ...[
    'Order ID',
    'Order date',
    'Return request date',
    'Return request status',
    'Amazon RMA ID',
    'Merchant RMA ID',
  ],
  ...['Label type', 'Label cost', 'Currency code', 'Return carrier', 'Tracking ID', 'Label to be paid by'],
  ...[
    'A-to-Z Claim',
    'Is prime',
    'ASIN',
    'Merchant SKU',
    'Item Name',
    'Return quantity',
    'Return Reason',
    'In policy',
  ],
  ...[
    'Return type',
    'Resolution',
    'Invoice number',
    'Return delivery date',
    'Order Amount',
    'Order quantity',
  ],
  'Refunded Amount',
];
const shown: Readonly<Record<string, string>> = {
  'Order ID': '503-1234567-1234567',
  'Return request date': '20-Nov-2026',
  'Return request status': 'Approved',
  'Amazon RMA ID': 'DAb1cDeRRMA',
  'Currency code': 'SGD',
  'Tracking ID': 'NVSG999',
  'Merchant SKU': 'TOTE-RED',
  'Item Name': 'Batik Tote',
  'Return quantity': '1',
  'Return Reason': 'CR-UNWANTED_ITEM',
  'Refunded Amount': '39.90',
};
const fileOf = (...rows: readonly Readonly<Record<string, string>>[]) =>
  [columns, ...rows.map((row) => columns.map((name) => ({ ...shown, ...row })[name] ?? ''))]
    .map((line) => line.join('\t'))
    .join('\n');

const looked = (
  processingStatus: string,
  createdTime = '2026-11-20T03:58:00Z',
  reportDocumentId = 'd-1',
) => ({
  reportId: '50002',
  reportType: 'GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE',
  createdTime,
  processingStatus,
  reportDocumentId,
});
const sellerOf = (file: string, others: Answers = {}) =>
  sellerWith({
    createReport: { status: 202, body: { reportId: '50002' } },
    getReport: { body: looked('DONE') },
    getReports: { body: { reports: [looked('DONE', '2026-11-01T00:00:00Z', 'd-0'), looked('DONE')] } },
    getReportDocument: { body: { reportDocumentId: 'd-1', url: storage } },
    documents: { body: file },
    ...others,
  });
const window = { from: new Date('2026-11-19T00:00:00Z'), to: now };
const ready = { report: '50002', from: window.from.getTime() };
const read = async (file: string) => returns.page(sellerOf(file).access, ready, window);

describe('returns (amazon-sg.md 6)', () => {
  it('are asked for as a report of the last 60 days, since it does not know what changed', async () => {
    const { access, requests } = sellerOf('', { getReport: { body: looked('IN_PROGRESS') } });
    const first = await returns.page(access, null, window);
    expect(bodyOf(requests[0])).toEqual({
      reportType: 'GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE',
      marketplaceIds: ['A19VAU5U5O7RUS'],
      dataStartTime: '2026-09-21T04:00:00.000Z',
      dataEndTime: '2026-11-20T04:00:00.000Z',
    });
    expect(first).toMatchObject({ returns: [], next: { report: '50002' } });
    expect(first.waitSeconds).toBeGreaterThan(0);
    const waiting = await returns.page(access, first.next, window);
    expect(waiting).toMatchObject({ returns: [], next: first.next });
    expect(waiting.waitSeconds).toBeGreaterThan(0);
  });

  it('of a longer window are requested 60 days at a time, never ahead of now', async () => {
    const { access, requests } = sellerOf(fileOf());
    const long = { from: new Date('2026-07-01T00:00:00Z'), to: new Date(now.getTime() + 60_000) };
    let cursor = (await returns.page(access, null, long)).next;
    while (cursor !== null) cursor = (await returns.page(access, cursor, long)).next;
    const spans = requests.filter(({ group }) => group === 'createReport').map(bodyOf);
    expect(spans).toMatchObject([
      { dataStartTime: '2026-07-01T00:00:00.000Z', dataEndTime: '2026-08-30T00:00:00.000Z' },
      { dataStartTime: '2026-08-30T00:00:00.000Z', dataEndTime: '2026-10-29T00:00:00.000Z' },
      { dataStartTime: '2026-10-29T00:00:00.000Z', dataEndTime: now.toISOString() },
    ]);
  });

  it('are none where the report is called off, since there is nothing to report', async () => {
    const { access } = sellerOf('', { getReport: { body: looked('CANCELLED') } });
    expect(await returns.page(access, ready, window)).toMatchObject({
      returns: [],
      next: null,
      waitSeconds: 0,
    });
  });

  it('have their order, units, reason and refund', async () => {
    const { returns: found, unreadable, next } = await read(fileOf({}));
    expect(unreadable).toEqual([]);
    expect(next).toBeNull();
    expect(found).toEqual([
      {
        returnId: 'DAb1cDeRRMA',
        order: { number: '503-1234567-1234567', channelId: '503-1234567-1234567' },
        rawState: 'Approved',
        state: 'to_return',
        canAccept: false,
        canDispute: false,
        reason: 'CR-UNWANTED_ITEM',
        textReason: null,
        disputeReason: null,
        disputeTextReason: null,
        pictures: [],
        trackingNumber: 'NVSG999',
        refundAmount: 3990,
        currency: 'SGD',
        createdAt: new Date('2026-11-20T00:00:00Z'),
        updatedAt: new Date('2026-11-20T03:58:00Z'),
        dueAt: null,
        lines: [
          {
            lineId: null,
            itemId: 'TOTE-RED',
            variantId: 'TOTE-RED',
            sku: 'TOTE-RED',
            name: 'Batik Tote',
            units: 1,
            price: null,
          },
        ],
      },
    ]);
  });

  it('of several items under one number are one return', async () => {
    const cup = { 'Merchant SKU': 'CUP', 'Item Name': 'Cup', 'Return quantity': '2', 'Refunded Amount': '' };
    const { returns: found } = await read(fileOf({}, cup));
    expect(found).toHaveLength(1);
    expect(found[0]?.lines.map(({ sku, units }) => [sku, units])).toEqual([
      ['TOTE-RED', 1],
      ['CUP', 2],
    ]);
    expect(found[0]?.refundAmount).toBe(3990);
  });

  it('whose row comes twice have its units once', async () => {
    const { returns: found } = await read(fileOf({}, {}));
    expect(found).toMatchObject([{ refundAmount: 3990, lines: [{ sku: 'TOTE-RED', units: 1 }] }]);
    expect(found[0]?.lines).toHaveLength(1);
  });

  it('are named by their SKU where the item’s name is blank, or its column is not there', async () => {
    const named = { returns: [{ lines: [{ name: 'TOTE-RED' }] }], unreadable: [] };
    expect(await read(fileOf({ 'Item Name': '' }))).toMatchObject(named);
    expect(await read(fileOf({}).replace('Item Name', 'Item'))).toMatchObject(named);
  });

  it('have no refund where the amount is a word for nothing', async () => {
    const { returns: found, unreadable } = await read(fileOf({ 'Refunded Amount': 'null' }));
    expect(unreadable).toEqual([]);
    expect(found).toMatchObject([{ refundAmount: null }]);
  });

  it('without a number of Amazon’s yet are known by order and SKU', async () => {
    const { returns: found } = await read(fileOf({ 'Amazon RMA ID': '', 'Refunded Amount': '' }));
    expect(found).toMatchObject([{ returnId: '503-1234567-1234567/TOTE-RED', refundAmount: null }]);
  });

  it.each([
    ['20-Nov-2026', '2026-11-20T00:00:00Z'],
    ['2026-11-20', '2026-11-20T00:00:00Z'],
    ['2026-11-20T03:01:00Z', '2026-11-20T03:01:00Z'],
  ])('dated %s were asked for at %s', async (date, at) => {
    const { returns: found } = await read(fileOf({ 'Return request date': date }));
    expect(found[0]?.createdAt).toEqual(new Date(at));
  });

  it('that cannot be read are quarantined, the others are read', async () => {
    const strange = { 'Amazon RMA ID': 'R2', 'Return request date': '20/11/26' };
    const many = { 'Amazon RMA ID': 'R3', 'Return quantity': 'many' };
    const { returns: found, unreadable } = await read(fileOf(strange, {}, many));
    expect(found).toHaveLength(1);
    expect(unreadable.map(({ reference }) => reference)).toEqual(['R2', 'R3']);
    expect(unreadable[0]?.reason.values['date']).toBe('20/11/26');
  });

  it('are read singly from the newest report', async () => {
    const { access, requests } = sellerOf(fileOf({}));
    expect(await returns.read(access, 'DAb1cDeRRMA')).toMatchObject({ returnId: 'DAb1cDeRRMA' });
    expect(requests[1]?.url).toContain('/documents/d-1');
    expect(await returns.read(access, 'NONE')).toBeNull();
    const never = sellerOf('', { getReports: { body: { reports: [] } } });
    expect(await returns.read(never.access, 'DAb1cDeRRMA')).toBeNull();
  });

  it('have a state for each word that is known, whatever its case; any other is unknown', () => {
    for (const [word, state] of Object.entries(returnStates)) expect(returnStateOf(word)).toBe(state);
    expect(returnStateOf('pendingApproval')).toBe('pending');
    expect(returnStateOf('On the moon')).toBe('unknown');
  });
});
