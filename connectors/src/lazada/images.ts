import { message } from '@evenstock/contract/messages/message';
import type { DisputeAsked } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { callSeller, dataOf } from './client.ts';
import { uploadedImage } from './wire-actions.ts';
import { channel } from './channel.ts';

/** Uploads an image (lazada.md 3: /image/upload): JPG or PNG of at most 1 MB. Returns its address. */
export async function uploadImage(access: Access, image: DisputeAsked['images'][number]): Promise<string> {
  if (!['image/jpeg', 'image/png'].includes(image.mediaType) || image.bytes.length > 1_000_000) {
    throw rejected('image_refused', message('refusals.image_formats', { channel, megabytes: 1 }));
  }
  const path = '/image/upload';
  const answer = await callSeller(access, {
    method: 'POST',
    path,
    parameters: {},
    group: 'products',
    file: { field: 'image', ...image },
  });
  return dataOf(uploadedImage, answer, path).image.url;
}
