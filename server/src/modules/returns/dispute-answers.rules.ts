import type { Reason, ReturnDispute } from '@evenstock/connectors/kit/capabilities';
import { message, type Message } from '@evenstock/contract/messages/message';
import { z } from 'zod';

/** A dispute as the API takes it. */
export interface GivenDispute {
  readonly reason?: string | null | undefined;
  readonly image_attachment_ids?: readonly number[] | null | undefined;
  readonly text_reason?: string | null | undefined;
  readonly email?: string | null | undefined;
}

export interface ReadDispute {
  readonly reason: string;
  readonly text: string;
  readonly email: string | null;
  readonly imageIds: number[];
}

const address = z.email();

/** Validates a dispute against what its channel requires. `faults`: the errors, by field. */
export function readDispute(
  given: GivenDispute,
  reasons: readonly Pick<Reason, 'key'>[],
  { mostImages, asksEmail }: Pick<ReturnDispute, 'mostImages' | 'asksEmail'>,
): ReadDispute | { readonly faults: Record<string, Message[]> } {
  const faults: Record<string, Message[]> = {};
  const reason = given.reason?.trim() ?? '';
  const text = given.text_reason?.trim() ?? '';
  const email = given.email?.trim() ?? '';
  const imageIds = mostImages === 0 ? [] : [...new Set(given.image_attachment_ids ?? [])];
  if (reason === '') faults['reason'] = [message('returns.reason_required')];
  else if (!reasons.some(({ key }) => key === reason)) faults['reason'] = [message('returns.reason_gone')];
  if (mostImages > 0 && imageIds.length === 0)
    faults['image_attachment_ids'] = [message('returns.image_required')];
  if (imageIds.length > mostImages)
    faults['image_attachment_ids'] = [message('returns.too_many_images', { most: mostImages })];
  if (text === '') faults['text_reason'] = [message('returns.details_required')];
  if (asksEmail && email === '') faults['email'] = [message('returns.email_required')];
  if (email !== '' && !address.safeParse(email).success) faults['email'] = [message('returns.email_invalid')];
  if (Object.keys(faults).length > 0) return { faults };
  return { reason, text, email: email === '' ? null : email, imageIds };
}
