import { describe, expect, it } from 'vitest';
import { segmentShown, segmentsOf, withSegment } from './order-segments.rules.ts';

describe('the views of a tab', () => {
  it('of issues: those to answer begin with the nearest deadline, and any kind of request is one of them', () => {
    const [, toAnswer] = segmentsOf('outstanding_issues');
    if (toAnswer === undefined) throw new Error('There is none.');
    const filters = { marketplace_id_eq: '3', awaiting_payment: 'true' };
    const chosen = withSegment({ filters }, toAnswer, 'source_created_at desc');
    expect(chosen).toEqual({
      filters: { marketplace_id_eq: '3', request_eq: 'any', awaiting_payment: '' },
      sort: 'answer_by asc',
    });
    expect(segmentShown('outstanding_issues', chosen)).toBe('to_answer');
    expect(segmentShown('outstanding_issues', { filters: { request_eq: 'return' } })).toBe('to_answer');
    expect(segmentShown('outstanding_issues', { filters: {} })).toBe('all');
  });

  it('of the shipped ones follow the parcel, and a filter of another kind is none of them', () => {
    expect(segmentsOf('shipped').map(({ key }) => key)).toEqual([
      'all',
      'to_print',
      'to_pack',
      'to_hand_over',
    ]);
    expect(segmentShown('shipped', { filters: { parcel_eq: 'packed' } })).toBeNull();
    expect(segmentsOf('complete')).toEqual([]);
  });
});
