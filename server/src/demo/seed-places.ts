import { z } from 'zod';
import type { DemoSandbox } from './demo-sandbox.ts';

const listings = z.array(z.object({ variant_id: z.string() }));
const opened = z.array(z.object({ place: z.string().nullable() }));

/** Of these listings, the last one is not kept at the further place of the shop. */
const LEFT_OUT = 5;

/** Opens a further place of stock of a shop that is connected, with units of most listings, so that there is one to change to. */
export async function openFurtherPlace(
  marketplaces: Pick<DemoSandbox, 'call'>,
  { channel, shop }: { readonly channel: string; readonly shop: string },
): Promise<void> {
  const at = `/control/${channel}/${shop}`;
  const places = opened.parse(await marketplaces.call('POST', `${at}/places`, { name: 'Jurong Warehouse' }));
  const further = places.at(-1)?.place;
  if (further === undefined || further === null) return;
  const found = listings.parse(await marketplaces.call('GET', `${at}/listings`));
  for (const [index, { variant_id: id }] of found.entries()) {
    if (index % LEFT_OUT === LEFT_OUT - 1) continue;
    await marketplaces.call('PATCH', `${at}/listings/${id}`, { places: { [further]: (index * 7) % 40 } });
  }
}
