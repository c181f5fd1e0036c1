import type { Pictures } from './shop-records.ts';
import { createHash } from 'node:crypto';
import { pictureType, readForm } from '../core/multipart.ts';
import type { SandboxReply } from '../core/simulator.ts';
import { Failure } from './reply.ts';
import type { ShopCall } from './shop-call.ts';

export const picturePath = '/pictures/';
const largest = 1024 * 1024;

/** `/image/upload`: one JPG or PNG of at most 1 MB, in a form. */
export function uploadImage(call: ShopCall): object {
  const file = readForm(call.request.body, call.request.headers['content-type'])?.find(
    ({ fileName }) => fileName !== null,
  );
  if (file === undefined) throw new Failure('MissingParameter', 'The image is missing.');
  const mediaType = pictureType(file.bytes);
  if (mediaType === null) throw new Failure('301', 'The image must be a JPG or a PNG.');
  if (file.bytes.length > largest) throw new Failure('302', 'The image is larger than 1 MB.');
  const hash = createHash('md5').update(file.bytes).digest('hex');
  call.pictures.put(hash, { mediaType, bytes: Buffer.from(file.bytes).toString('base64') });
  return { image: { url: `${call.core.address('lazada')}${picturePath}${hash}`, hash_code: hash } };
}

export function answerPicture(pictures: Pictures, path: string): SandboxReply {
  const found = pictures.get(path.slice(picturePath.length));
  if (found === undefined)
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };
  return {
    status: 200,
    headers: { 'content-type': found.mediaType },
    body: Buffer.from(found.bytes, 'base64'),
  };
}
