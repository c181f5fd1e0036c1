import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, outcomeOf, payload } from './run-requests.fixture.ts';

const folder = import.meta.dirname;
/** The channels whose payloads name the request of each answer; payloads.test.ts reads the others. */
const channels = ['amazon-sg', 'qoo10', 'shopify'];

describe.each(channels)('answers that others have met of %s', (channel) => {
  const files = readdirSync(path.join(folder, channel)).filter((name) => name.endsWith('.json'));
  const all = files.map((name) => {
    const raw: unknown = JSON.parse(readFileSync(path.join(folder, channel, name), 'utf8'));
    return { name, one: payload.parse(raw) };
  });

  it.each(all.map(({ name, one }) => [`${name}: ${one.about}`, one] as const))('%s', async (_name, one) => {
    const outcome = await outcomeOf(one);
    if (one.refused === 'record') {
      // Its healthy neighbour came through.
      const records = at(outcome, 'orders') ?? at(outcome, 'listings') ?? at(outcome, 'returns');
      expect([at(outcome, 'unreadable.length'), at({ records }, 'records.length')]).toEqual([1, 1]);
      return;
    }
    expect(at(outcome, 'refused')).toBe(one.refused);
    for (const [field, value] of Object.entries(one.expected))
      expect([field, at(outcome, field)]).toEqual([field, value]);
  });
});
