import { z } from 'zod';
import { askedField } from '../api/asked-fields.ts';
import { id, instant, money } from '../api/fields.ts';
import { messagesOnWire } from '../messages/message.ts';

/** The value of `status` once the marketplace accepted a return; until then its own word is shown, or TO_RETURN. */
export const returnAccepted = 'ACCEPTED';
/** The value of `status` while the goods are on their way back. */
export const returnOnItsWay = 'TO_RETURN';

/** What the marketplace's own status of a return means; `pending`: it waits for the seller's answer. */
export const returnState = z.enum([
  'pending',
  'to_return',
  'accepted',
  'disputed',
  'refused',
  'cancelled',
  'unknown',
]);
export type ReturnState = z.infer<typeof returnState>;

/** The return of an order that needs a person, else its newest. */
export const returnDetail = z.object({
  id,
  /** The return's number at its marketplace. */
  reference_number: z.string(),
  tracking_number: z.string().nullable(),
  status: z.string(),
  state: returnState,
  /** The marketplace's own word. */
  raw_status: z.string(),
  /** Why the buyer returns it, in the marketplace's words. */
  reason: z.string().nullable(),
  dispute_reason: z.string().nullable(),
  /** The names of the reasons for the dispute, where the marketplace's own are numbers. */
  dispute_reason_messages: messagesOnWire,
  dispute_text_reason: z.string().nullable(),
  /** Pictures that the buyer gave, as addresses at the marketplace. */
  pictures: z.array(z.string()),
  refund_amount: money.nullable(),
  formatted_refund_amount: z.string().nullable(),
  currency: z.string(),
  source_created_at: instant,
  /** Until when the seller may answer it; null where no answer is awaited any more. */
  due_at: instant.nullable(),
  /** The time to answer is over, and no answer was given. */
  is_overdue: z.boolean(),
  items: z.array(
    z.object({
      variant: z
        .object({ id, slug: z.string(), product_name: z.string(), product_slug: z.string() })
        .nullable(),
      name: z.string(),
      item_quantity: z.number().int(),
      item_price: money.nullable(),
      formatted_item_price: z.string().nullable(),
    }),
  ),
  /** What is asked of who accepts it. */
  accept_fields: z.array(askedField),
  /**
   * The form of a dispute: the maximum number of pictures, 0 for none, and whether it asks for an email. Null if it cannot be
   * disputed from here.
   */
  dispute_form: z.object({ most_images: z.number().int(), asks_email: z.boolean() }).nullable(),
});
export type ReturnDetail = z.infer<typeof returnDetail>;
