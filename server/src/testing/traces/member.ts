import { listVariants, showVariant, type Variant } from '@evenstock/contract/catalog/variants';
import { createTestServer } from '../http.ts';
import { addMember, addUser, openSession } from '../world.ts';
import type { Trace } from './trace.ts';

/** What a member sees of a store's SKUs, and where a counted quantity is entered. */
export interface StoreMember {
  /** The page of a SKU. */
  page(variantId: number): Promise<Variant>;
  /** The units on sale in the list of SKUs. */
  listed(variantId: number): Promise<number | undefined>;
  /** Enters the counted quantity. @returns the status of the answer */
  counts(variantId: number, quantity: number): Promise<number>;
}

/** Does work as a member of the store, over HTTP. */
export async function asMember(
  { ctx, storeId }: Trace,
  work: (member: StoreMember) => Promise<void>,
): Promise<void> {
  const server = await createTestServer(ctx);
  try {
    const userId = await addUser(ctx);
    await addMember(ctx, storeId, userId, 'member');
    const token = await openSession(ctx, userId);
    const path = `/api/stores/${String(storeId)}/variants`;
    const at = (variantId: number) => `${path}/${String(variantId)}`;
    await work({
      async page(variantId) {
        const { body } = await server.call('GET', `${at(variantId)}.json`, { token });
        return showVariant.reply.parse(body).variant;
      },
      async listed(variantId) {
        const { body } = await server.call('GET', `${path}/products_page.json`, { token });
        return listVariants.reply.parse(body).variants.find(({ id }) => id === variantId)?.on_sale;
      },
      async counts(variantId, quantity) {
        const options = { token, body: { quantity } };
        return (await server.call('POST', `${at(variantId)}/recovery_count.json`, options)).status;
      },
    });
  } finally {
    await server.close();
  }
}
