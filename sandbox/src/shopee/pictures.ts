import { createHash } from 'node:crypto';
import { pictureType, readForm } from '../core/multipart.ts';
import type { Core, SandboxReply } from '../core/simulator.ts';
import type { Records } from './records.ts';
import { badParameter } from './reply.ts';
import type { PublicEndpoint } from './shop-call.ts';

export const picturePath = '/file/';
export const largestPicture = 10 * 1024 * 1024;
const mostPictures = 9;

/** Keeps a picture under an id that its content makes; the same picture twice is one. */
export function keepPicture(core: Core, records: Records, bytes: Uint8Array): { id: string; url: string } {
  const id = `sg-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
  records.pictures.put(id, {
    mediaType: pictureType(bytes) ?? 'image/jpeg',
    bytes: Buffer.from(bytes).toString('base64'),
  });
  return { id, url: `${core.address('shopee')}${picturePath}${id}` };
}

export function answerPicture(records: Records, path: string): SandboxReply {
  const picture = records.pictures.get(path.slice(picturePath.length));
  if (picture === undefined)
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };
  return {
    status: 200,
    headers: { 'content-type': picture.mediaType },
    body: Buffer.from(picture.bytes, 'base64'),
  };
}

/** Pictures for items and proofs: a call of the app, without a shop (3). */
const uploadImage: PublicEndpoint = {
  method: 'POST',
  path: 'media_space/upload_image',
  answer: ({ core, records, request }) => {
    const form = readForm(request.body, request.headers['content-type']);
    if (form === null) throw badParameter('A multipart form is expected.');
    const files = form.filter(({ name, fileName }) => name === 'image' && fileName !== null);
    if (files.length === 0 || files.length > mostPictures)
      throw badParameter('image: 1 to 9 files are expected.');
    const kept = files.map(({ bytes }, index) => {
      if (bytes.length > largestPicture || pictureType(bytes) === null)
        throw badParameter('image: JPG or PNG of at most 10 MB.');
      const { id, url } = keepPicture(core, records, bytes);
      return {
        id: index,
        error: '',
        message: '',
        image_info: { image_id: id, image_url_list: [{ image_url_region: 'SG', image_url: url }] },
      };
    });
    return { response: { image_info: kept[0]?.image_info, image_info_list: kept } };
  },
};

export const pictureEndpoints: readonly PublicEndpoint[] = [uploadImage];
