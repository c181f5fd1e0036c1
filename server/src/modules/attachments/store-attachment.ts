import type { uploadAttachment as endpoint } from '@evenstock/contract/attachments/attachments';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import { invalid, Refusal, type Call } from '../../api/routing.ts';
import { countUnused, insertAttachment } from './attachments.queries.ts';
import { imageTypeOf } from './image-type.rules.ts';

/** The most files of one person that wait to be used. */
const MOST_UNUSED = 100;
const LONGEST_NAME = 200;

/**
 * Stores an uploaded image. Its kind follows from its bytes, whatever it is called.
 * @throws Refusal 422 under 'file', or 429 after many uploads
 */
export async function storeAttachment(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, actor, body, file } = call;
  if (file === null) throw invalid('file', message('attachments.file_required'));
  const mediaType = imageTypeOf(file.bytes);
  if (mediaType === null) throw invalid('file', message('attachments.images_only'));
  if ((await countUnused(ctx.db, actor.userId)) >= MOST_UNUSED)
    throw new Refusal(429, message('attachments.too_many'));
  const key = ctx.files.newKey();
  const name = file.name.replaceAll('\u0000', '').slice(0, LONGEST_NAME) || 'image';
  // Its row comes first: a process that is killed in between leaves a row that is purged, not a file that nobody knows.
  const id = await insertAttachment(ctx.db, {
    user_id: actor.userId,
    type: body.type,
    name,
    media_type: mediaType,
    size: file.bytes.length,
    file_key: key,
    created_at: ctx.clock.now(),
  });
  await ctx.files.write(key, file.bytes);
  return { attachment: { id, type: body.type, name, url: ctx.files.link(key, { mediaType, name }) } };
}
