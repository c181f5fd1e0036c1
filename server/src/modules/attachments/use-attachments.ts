import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { attachmentsOfOrder, setOrder, usableAttachments } from './attachments.queries.ts';

/** A stored image with its bytes. */
export interface StoredImage {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Whether a person may use these files for an order: his own, and not used for another one. */
export async function mayUse(
  ctx: Context,
  ids: readonly number[],
  by: { readonly userId: number; readonly orderId: number },
): Promise<boolean> {
  return (await usableAttachments(ctx.db, ids, by)).length === new Set(ids).size;
}

/** Names the order that files are used for, so that they are kept as long as it. */
export function useAttachments(
  tx: Tx,
  ids: readonly number[],
  of: { readonly storeId: number; readonly orderId: number },
): Promise<void> {
  return setOrder(tx, ids, of);
}

/** The images of an order by their ids; null where one is gone. */
export async function readImages(
  ctx: Context,
  orderId: number,
  ids: readonly number[],
): Promise<readonly StoredImage[] | null> {
  const rows = await attachmentsOfOrder(ctx.db, orderId, ids);
  const images: StoredImage[] = [];
  for (const { name, media_type: mediaType, file_key: key } of rows) {
    const bytes = await ctx.files.read(key);
    if (bytes !== null) images.push({ name, mediaType, bytes });
  }
  return images.length === new Set(ids).size ? images : null;
}
