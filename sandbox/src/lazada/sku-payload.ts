import { z } from 'zod';
import { Failure } from './reply.ts';

/** A figure or an id, as text. */
export const text = z.union([z.string(), z.number()]).transform(String);
/** A list, or its only member without the list, as XML has it. */
export const oneOrMany = <T extends z.ZodType>(schema: T) =>
  z.union([z.array(schema), schema.transform((one) => [one])]);

const warehouse = z.looseObject({
  WarehouseCode: text.optional(),
  Quantity: text.optional(),
  SellableQuantity: text.optional(),
});

/** One SKU of a stock or price payload; figures as the caller wrote them. */
const sku = z.looseObject({
  ItemId: text.optional(),
  SkuId: text.optional(),
  SellerSku: text.optional(),
  Quantity: text.optional(),
  SellableQuantity: text.optional(),
  Price: text.optional(),
  SalePrice: text.optional(),
  SaleStartDate: text.optional(),
  SaleEndDate: text.optional(),
  MultiWarehouseInventories: z.object({ MultiWarehouseInventory: oneOrMany(warehouse) }).optional(),
});
export type SkuEntry = z.infer<typeof sku>;

const payload = z.object({
  Request: z.object({ Product: z.object({ Skus: z.object({ Sku: oneOrMany(sku) }) }) }),
});

/** The SKUs of a `payload`, which is JSON or XML with the same names (lazada.md 3). */
export function readSkus(source: string): SkuEntry[] {
  return readPayload(source, payload, 'Request.Product.Skus.Sku').Request.Product.Skus.Sku;
}

/** A payload of this shape, in JSON or in XML with the same names. */
export function readPayload<T>(source: string, schema: z.ZodType<T>, expected: string): T {
  const read = schema.safeParse(source.trimStart().startsWith('<') ? readXml(source) : readJson(source));
  if (read.success) return read.data;
  throw new Failure('InvalidParameter', `The payload cannot be read: ${expected} is expected.`);
}

function readJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}

/** Elements as members, repeated ones as a list; enough for these payloads, which have no attributes. */
function readXml(source: string): unknown {
  const tags = /<(\/?)([A-Za-z_][\w.-]*)\s*(\/?)>|<\?[^>]*\?>|<!--[\s\S]*?-->|([^<]+)/g;
  const root: Element = { name: '', members: [], text: '' };
  const open: Element[] = [root];
  for (const [, closes, name, closesItself, plain] of source.matchAll(tags)) {
    const inner = open.at(-1);
    if (inner === undefined) return null;
    if (plain !== undefined) inner.text += plain;
    else if (name === undefined) continue;
    else if (closes === '/') open.pop();
    else {
      const element: Element = { name, members: [], text: '' };
      inner.members.push(element);
      if (closesItself !== '/') open.push(element);
    }
  }
  return valueOf(root);
}

interface Element {
  readonly name: string;
  readonly members: Element[];
  text: string;
}

function valueOf(element: Element): unknown {
  if (element.members.length === 0) return unescaped(element.text.trim());
  const values: Record<string, unknown> = {};
  for (const name of new Set(element.members.map((member) => member.name))) {
    const same = element.members.filter((member) => member.name === name).map(valueOf);
    values[name] = same.length === 1 ? same[0] : same;
  }
  return values;
}

function unescaped(source: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return source.replace(/&(lt|gt|quot|apos|amp);/g, (_all, name: string) => entities[name] ?? '');
}
