import { describe, expect, it } from 'vitest';
import { accessAt, writtenPlace } from './locations.ts';
import { accessTo, recordedHttp } from './recorded-http.fixture.ts';

const noon = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-11-21T12:00:00Z');
const app = { id: 'app', secret: 'secret', hosts: {}, extra: {} };
const http = recordedHttp(noon, () => ({ body: {} }));
const plain = accessTo(app, http, { shopId: '1' });

describe('places chosen at different times', () => {
  const access = {
    ...plain,
    locations: ['C'],
    formerLocations: [
      { until: noon, ids: null },
      { until: later, ids: ['B'] },
    ],
  };

  it('an order stays with the places of when it was placed', () => {
    expect('locations' in accessAt(access, new Date('2026-11-20T11:59:59Z'))).toBe(false);
    expect(accessAt(access, noon).locations).toEqual(['B']);
    expect(accessAt(access, later).locations).toEqual(['C']);
  });

  it('a write names the chosen place, whichever the listing was read at', () => {
    expect(writtenPlace(access, 'B')).toBe('C');
    expect(writtenPlace(access, undefined)).toBeUndefined();
    expect(writtenPlace(plain, 'B')).toBe('B');
  });
});
