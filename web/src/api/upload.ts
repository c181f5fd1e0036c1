import { uploadAttachment, type Attachment } from '@evenstock/contract/attachments/attachments';
import { send } from './call.ts';

/** Uploads an image. Throws CallError. */
export async function uploadImage(file: File, signal?: AbortSignal): Promise<Attachment> {
  const body = new FormData();
  body.set('type', 'ImageAttachment');
  body.set('file', file, file.name);
  const reply = await send(uploadAttachment, { body, ...(signal === undefined ? {} : { signal }) });
  return reply.attachment;
}
