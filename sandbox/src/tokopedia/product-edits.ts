import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import { productId, productOf, type Product } from './product-ids.ts';
import { skuOf } from './products.ts';
import { Failure } from './reply.ts';
import type { TokopediaCall } from './tokopedia-call.ts';

const longestName = 70;
const longestDescription = 2_000;
const longestSku = 50;

const edit = z.object({
  id: z.int(),
  name: z.string().optional(),
  description: z.string().optional(),
  sku: z.string().optional(),
  price: z.int().optional(),
  stock: z.int().optional(),
});
type Edit = z.infer<typeof edit>;
const edits = z.object({ products: z.array(edit).min(1) });

const uploadRecord = z.object({
  id: z.int(),
  shop: z.string(),
  edits: z.array(edit),
  /** Ids of the products that were edited, and how many were not; null while it waits. */
  result: z.object({ done: z.array(z.string()), failed: z.int() }).nullable(),
});
type UploadRecord = z.infer<typeof uploadRecord>;

/** Duration of an upload, in milliseconds. */
const uploadTakes = 3_000;
/** What `core.later` calls the end of an upload. */
export const uploadDue = 'upload';

/** Edits that are worked on after their answer (tokopedia.md 3.2). */
export class Uploads {
  readonly #core: Core;
  readonly #table: Table<UploadRecord>;

  constructor(core: Core) {
    this.#core = core;
    this.#table = core.table('tokopedia/uploads', uploadRecord);
  }

  /** `PATCH /v2/products/fs/{fs_id}/edit`. */
  begin(call: TokopediaCall): object {
    const shop = call.shop();
    const { products } = call.body(edits, 'PRD_DLV_042');
    const id = 5_721 + this.#table.size;
    this.#table.put(String(id), { id, shop: shop.id, edits: [...call.batch(products)], result: null });
    this.#core.schedule(shop, this.#core.clock.now() + uploadTakes, uploadDue, String(id));
    return { upload_id: id };
  }

  /** The time has come: returns the products that were edited. */
  finish(shop: Shop, id: string): UploadRecord | null {
    const upload = this.#table.get(id);
    if (upload === undefined || upload.result !== null) return null;
    const done = upload.edits.flatMap((one) => {
      const result = apply(shop, one);
      return result.failures.length === 0 && result.product !== null ? [productId(result.product)] : [];
    });
    const result = { done, failed: upload.edits.length - done.length };
    return this.#table.put(id, { ...upload, result });
  }

  /** `GET /v2/products/fs/{fs_id}/status/{upload_id}`. */
  status(call: TokopediaCall): object {
    const shop = call.shop();
    const upload = this.#table.get(call.named['upload_id'] ?? '');
    if (upload?.shop !== shop.id)
      throw new Failure(400, 'PRD_USC_025', 'Upload ID does not belong to this shop');
    const total = upload.edits.length;
    const { result } = upload;
    return {
      upload_data: [
        {
          upload_id: upload.id,
          status: result === null ? 'ON_PROGRESS' : 'DONE',
          total_data: total,
          unprocessed_rows: result === null ? total : 0,
          success_rows: result?.done.length ?? 0,
          failed_rows: result?.failed ?? 0,
          processed: result === null ? 0 : total,
        },
      ],
    };
  }
}

/** `PATCH /v3/products/fs/{fs_id}/edit`: done with the answer, row by row. */
export function editNow(call: TokopediaCall): object {
  const shop = call.shop();
  const { products } = call.body(edits, 'PRD_DLV_042');
  const done = call.batch(products).map((one) => ({ asked: one, ...apply(shop, one) }));
  const failed = done.filter(({ failures }) => failures.length > 0);
  const succeeded = done.flatMap(({ failures, product }) =>
    failures.length === 0 && product !== null ? [product] : [],
  );
  return {
    total_data: done.length,
    success_data: succeeded.length,
    fail_data: failed.length,
    success_rows_data: succeeded.map((product) => ({ product_id: Number(productId(product)), product_sku: skuOf(product) })),
    failed_rows_data: failed.map(({ asked, failures }) => ({
      product_name: asked.name ?? '',
      product_price: asked.price ?? 0,
      sku: asked.sku ?? '',
      error: failures,
    })),
  }; // oxfmt-ignore
}

function apply(shop: Shop, asked: Edit): { product: Product | null; failures: string[] } {
  const product = productOf(shop, String(asked.id));
  if (product === null) return { product, failures: ['Product not found'] };
  const { item } = product;
  if (item.status !== 'normal' && item.status !== 'unlisted')
    return { product, failures: ['Product is neither active nor in warehouse'] };
  const failures = [
    ...tooLong('name', asked.name, longestName),
    ...tooLong('description', asked.description, longestDescription),
    ...tooLong('sku', asked.sku, longestSku),
    ...(asked.name === '' ? ['name is empty'] : []),
  ];
  if (product.kind === 'child' && asked.name !== undefined) failures.push('A variant has no name of its own');
  if (failures.length > 0) return { product, failures };
  if (asked.name !== undefined) item.name = asked.name;
  if (asked.description !== undefined) item.description = asked.description;
  if (asked.sku !== undefined) {
    if (product.kind === 'parent') item.sku = asked.sku;
    else product.variant.sku = asked.sku;
  }
  if (product.kind !== 'parent') {
    if (asked.price !== undefined) shop.setPrice(product, asked.price * 100);
    if (asked.stock !== undefined) shop.setStock(product, { sellable: asked.stock }, 'api');
  }
  shop.itemChanged(item);
  return { product, failures };
}

function tooLong(name: string, text: string | undefined, longest: number): string[] {
  return text !== undefined && text.length > longest ? [`${name} is longer than ${String(longest)}`] : [];
}
