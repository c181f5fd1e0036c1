import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { id, none } from '../api/fields.ts';
import { fault } from '../messages/message.ts';

export const attachmentType = z.enum(['ImageAttachment', 'LinkAttachment']);

export const attachment = z.object({
  id,
  type: attachmentType,
  name: z.string(),
  /** Opens the file for 15 minutes, without signing in. */
  url: z.string(),
});
export type Attachment = z.infer<typeof attachment>;

/** The largest file that is taken, in bytes. */
export const largestAttachment = 10_000_000;

/** The kinds of images that are taken. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

export const uploadAttachment = endpoint({
  name: 'uploadAttachment',
  summary: 'Upload an image as multipart/form-data: `type` and `file`. Unused, it is deleted after a day',
  method: 'POST',
  path: '/api/attachments.json',
  params: none,
  query: none,
  body: z.object({
    type: z.literal('ImageAttachment', fault('attachments.images_only')).default('ImageAttachment'),
  }),
  takes: 'form',
  reply: z.object({ attachment }),
  permission: 'signed_in',
  audit: null,
});
