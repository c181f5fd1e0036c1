import { onceEach } from '../kit/batches.ts';
import { z } from 'zod';
import {
  flag,
  idBeyondZero,
  idOrNull,
  idText,
  listOf,
  readableOf,
  numericOrNull,
  records,
  shownNumber,
  textOrNull,
  wordOrNull,
} from '../kit/wire-fields.ts';
import { codeText, instant, unitIdentity } from './wire.ts';

/** Replies that only actions and returns need (lazada.md 5, 6). Unknown fields are ignored; ids are kept as text. */

/** lazada.md 4: the part of a unit that actions need. */
export const unitNow = z.object({
  ...unitIdentity,
  status: z.string().min(1),
  package_id: idOrNull,
  reverse_order_id: wordOrNull,
  need_cancel_confirm: flag,
  is_cancel_pending: flag,
});

/** lazada.md 5: /order/shipment/providers/get. `platform_default` 1: nothing to choose. */
export const providers = z.object({
  platform_default: flag,
  shipping_allocate_type: textOrNull,
  shipment_providers: records,
});

/** lazada.md 5: a carrier; its name is only shown. */
export const provider = z.object({ name: textOrNull, provider_code: idText });

/** lazada.md 5: a row is fine when its code is "0"; `retry` says that it may be sent again. */
const row = { item_err_code: codeText, msg: textOrNull, retry: flag };

/** lazada.md 5: /order/fulfill/pack. */
export const packed = z.object({
  pack_order_list: listOf(
    z.object({
      order_item_list: listOf(z.object({ ...row, order_item_id: idOrNull, package_id: idOrNull })),
    }),
  ),
});

/** lazada.md 5: /order/package/rts and /order/package/repack. */
export const packageRows = z.object({ packages: listOf(z.object({ ...row, package_id: idOrNull })) });
export type ActionRow = z.output<typeof packageRows>['packages'][number];

const documentFields = { file: textOrNull, pdf_url: textOrNull };

/** lazada.md 5: /order/package/document/get; the older call has the same one level further down. */
export const packageDocument = z
  .looseObject({ ...documentFields, document: z.looseObject(documentFields).nullish().catch(null) })
  .transform(({ file, pdf_url: url, document }) => ({
    file: file ?? document?.file ?? null,
    pdf_url: url ?? document?.pdf_url ?? null,
  }));

/** lazada.md 6.1: /order/reverse/cancel/validate and …/create. */
export const cancelTip = z.object({
  tip_type: textOrNull,
  tip_content: textOrNull,
  reason_options: readableOf(z.object({ reason_id: idText, reason_name: textOrNull })),
});

/** lazada.md 6.2: /order/reverse/reason/list. */
export const reverseReasons = readableOf(
  z.object({ reason_id: idText, text: textOrNull, muti_language_text: textOrNull }),
);

const picture = z
  .union([z.string(), z.object({ url: textOrNull }).transform(({ url }) => url ?? '')])
  .catch('');
const pictures = z.union([
  listOf(picture),
  z.string().transform((text) => text.match(/https?:[^"'\s,\]\\]+/g) ?? []),
  z.unknown().transform((): string[] => []),
]);

/** lazada.md 6.2: /order/reverse/return/history/list. What a picture looks like is not documented: its address, or one in `url`. */
export const reverseHistory = z.object({
  list: listOf(
    z.object({
      operator: textOrNull,
      picture: pictures,
    }),
  ),
  page_info: z.object({ total: shownNumber }).nullish().catch(null),
});

/** lazada.md 6.2: /reverse/getreverseordersforseller. */
export const reversePage = z.object({ total: numericOrNull, items: records.optional() });

/** lazada.md 6.2: a reverse order of that list. Amounts are in cents, times in milliseconds. */
export const reverseOrder = z.object({
  reverse_order_id: idText,
  trade_order_id: idOrNull,
  request_type: textOrNull,
  is_rtm: flag,
  reverse_order_lines: z
    .array(
      z.object({
        reverse_order_line_id: idText,
        reverse_status: textOrNull.transform((status) => status ?? 'UNKNOWN'),
        reason_text: textOrNull,
        refund_amount: shownNumber,
        item_unit_price: shownNumber,
        is_dispute: flag,
        seller_sku_id: textOrNull,
        platform_sku_id: wordOrNull,
        product: z.object({ product_id: idBeyondZero, product_sku: wordOrNull }).nullish().catch(null),
        tracking_number: wordOrNull,
        return_order_line_gmt_create: instant,
        return_order_line_gmt_modified: instant,
      }),
    )
    .min(1)
    .transform((lines) => onceEach(lines, (line) => line.reverse_order_line_id)),
});
export type ReverseOrder = z.output<typeof reverseOrder>;
export type ReverseLine = ReverseOrder['reverse_order_lines'][number];

/** lazada.md 3: /image/upload. */
export const uploadedImage = z.object({ image: z.object({ url: z.string().min(1) }) });
