import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { afterEach, describe, expect, it } from 'vitest';
import { createMarket, type Market } from '../../../testing/market.ts';
import { barcodesOfVariants } from '../variants/barcodes.queries.ts';

let market: Market;
afterEach(() => market.close());

/** The documents of these have no barcodes. */
const without: readonly ChannelKind[] = ['lazada', 'tokopedia'];
const EAN = '4006381333931';
const UPC = '012345678905';

async function shownBy(channel: ChannelKind, sku = 'TEE'): Promise<readonly string[]> {
  const { marketplaceId } = market.shop(channel);
  const { rows } = await market.ctx.database.pool.query<{ code: string }>(
    `select b.code from variant_barcodes b join variant_listings l on l.id = b.variant_listing_id
     where l.marketplace_id = $1 and l.sku = $2 order by b.code`,
    [marketplaceId, sku],
  );
  return rows.map(({ code }) => code);
}

function type(channel: ChannelKind, barcode: string | null, sku = 'TEE'): void {
  const { control } = market.sandbox;
  const { shop } = market.shop(channel);
  const listed = control.listings(channel, shop).find((each) => each.sku === sku);
  control.editListing(channel, shop, listed?.variant_id ?? '', { barcode });
}

async function readAgain(channel: ChannelKind): Promise<void> {
  market.clock.advance(5 * 60_000);
  await market.pull(market.shop(channel), 'listings', 'reconcile');
}

async function variantOf(sku: string) {
  return market.ctx.db
    .selectFrom('variants')
    .select(['id', 'search_text', 'updated_at'])
    .where('sku', '=', sku)
    .where('merged_into_id', 'is', null)
    .executeTakeFirstOrThrow();
}

describe.each(channelKinds.filter((channel) => !without.includes(channel)))('barcodes of %s', (channel) => {
  it('are read with the listing, and replaced where another one is shown', async () => {
    market = await createMarket({ channels: [channel], skus: { TEE: 5, MUG: 2 } });
    expect(await shownBy(channel)).toEqual([]);
    type(channel, EAN);
    await readAgain(channel);
    expect(await shownBy(channel)).toEqual([EAN]);
    expect(await shownBy(channel, 'MUG')).toEqual([]);
    type(channel, UPC);
    await readAgain(channel);
    expect(await shownBy(channel)).toEqual([UPC]);
    const { id, search_text: searched } = await variantOf('TEE');
    expect(searched).toContain(`00${UPC}`);
    expect(await barcodesOfVariants(market.ctx.db, [id])).toEqual([
      { variant_id: id, code: UPC, key: `00${UPC}` },
    ]);
  });

  it('that are placeholders or too long are none, and cost nothing else', async () => {
    market = await createMarket({ channels: [channel], skus: { TEE: 5, MUG: 2 } });
    for (const text of ['N/A', '00', '9'.repeat(90)]) {
      type(channel, text);
      type(channel, EAN, 'MUG');
      await readAgain(channel);
      expect(await shownBy(channel)).toEqual([]);
      expect(await shownBy(channel, 'MUG')).toEqual([EAN]);
    }
    const { rows } = await market.ctx.database.pool.query('select reference from quarantined_records');
    expect(rows).toEqual([]);
  });
});

describe('barcodes of listings', () => {
  it.each(without)('%s tells none', async (channel) => {
    market = await createMarket({ channels: [channel], skus: { TEE: 5 } });
    type(channel, EAN);
    await readAgain(channel);
    expect(await shownBy(channel)).toEqual([]);
  });

  it('are kept where an answer does not tell them, and change nothing when they are read again', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 5 } });
    type('shopee', EAN);
    await readAgain('shopee');
    const before = await variantOf('TEE');
    await readAgain('shopee');
    expect(await variantOf('TEE')).toEqual(before);
    market.setNetwork(async (_, go) => {
      const answer = await go();
      const text = await answer.text();
      return new Response(text.replace(`"gtin_code":"${EAN}",`, ''), answer);
    });
    await readAgain('shopee');
    expect(await shownBy('shopee')).toEqual([EAN]);
    market.setNetwork(null);
    type('shopee', '');
    await readAgain('shopee');
    expect(await shownBy('shopee')).toEqual([]);
    expect((await variantOf('TEE')).search_text).not.toContain(EAN);
  });
});
