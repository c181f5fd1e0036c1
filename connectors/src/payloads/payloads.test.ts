import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { channelKinds } from '@evenstock/contract/channels/channels';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outcomeOf, payload } from './run-payload.fixture.ts';

const folder = import.meta.dirname;
const list = z.array(z.unknown());

/** The value at a path such as 'orders.0.lines.1.sku'; `length` is a list's, `rest` what the amounts do not explain of their total. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inside, name) => {
    const items = list.safeParse(inside);
    if (name === 'rest') return restOf(inside);
    if (items.success) return name === 'length' ? items.data.length : items.data[Number(name)];
    return z.record(z.string(), z.unknown()).safeParse(inside).data?.[name];
  }, value);
}

function restOf(value: unknown): number {
  const amounts = z.record(z.string(), z.number().nullable()).parse(value);
  const sum = (...names: string[]) => names.reduce((total, name) => total + (amounts[name] ?? 0), 0);
  const plus = sum('subtotal', 'shippingFee', 'tax', 'serviceFee', 'insurance', 'giftWrap', 'tip');
  const minus = sum('voucher', 'coin', 'creditCardPromotion', 'sellerDiscount', 'cartDiscount', 'discount');
  return sum('total') - plus + minus;
}

const met = channelKinds.filter((channel) => existsSync(join(folder, channel)));

describe.each(met)('answers of %s as others have met them', (channel) => {
  const files = readdirSync(join(folder, channel)).filter((name) => name.endsWith('.json'));

  it.each(files)('%s', async (name) => {
    const each = payload.parse(JSON.parse(readFileSync(join(folder, channel, name), 'utf8')));
    expect(each.channel).toBe(channel);
    const outcome = await outcomeOf(each);
    if (each.refused !== undefined && each.refused !== 'record') {
      expect(outcome, each.about).toEqual({ fault: each.refused });
      return;
    }
    if ('fault' in outcome) throw new Error(`${each.about}: the whole call is lost, ${outcome.fault}`);
    const { value } = outcome;
    const aside = list.safeParse(at(value, 'unreadable')).data ?? [];
    const expected = each.expected ?? {};
    const isCounted = 'unreadable.length' in expected;
    if (!isCounted) expect(aside, each.about).toHaveLength(each.refused === 'record' ? 1 : 0);
    const got = Object.fromEntries(Object.keys(expected).map((path) => [path, at(value, path) ?? null]));
    expect(got, each.about).toEqual(expected);
  });
});
