import { z } from 'zod';
import { hookFields, type HookField, type Registration } from './registration.ts';
import type { TokopediaCall } from './tokopedia-call.ts';

const urlOrNone = z.union([z.url(), z.literal('')]).optional();
const asked = z.object({
  fs_id: z.int().optional(),
  webhook_secret: z.string().optional(),
  ...Object.fromEntries(hookFields.map((field) => [field, urlOrNone])),
});

/** `POST /v1/fs/{fs_id}/register`: addresses that are left out are blanked. */
export function registerHooks(call: TokopediaCall, registration: Registration): string {
  const body: Record<string, unknown> = call.body(asked, 'WEBHOOK_DLV_001');
  const urls: Partial<Record<HookField, string>> = {};
  for (const field of hookFields) {
    const url = body[field];
    if (typeof url === 'string' && url !== '') urls[field] = url;
  }
  const secret = body['webhook_secret'];
  registration.set(urls, typeof secret === 'string' ? secret : '');
  return 'Success';
}

/** `GET /v1/fs/{fs_id}`. */
export function readHooks(call: TokopediaCall, registration: Registration): object {
  return {
    fs_id: Number(call.fsId),
    ...Object.fromEntries(hookFields.map((field) => [field, registration.urlOf(field) ?? ''])),
    webhook_secret: registration.secret,
  };
}
