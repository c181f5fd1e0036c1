import { createHmac } from 'node:crypto';
import { buyerOf } from '../core/buyers.ts';
import { pdfOf } from '../core/pdf.ts';
import type { Core, SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { orderIdOfPackage } from './ids.ts';
import { packageOf } from './packages.ts';
import { needed, oneOf, unixSeconds } from './parameters.ts';
import { badRequest, Failure } from './reply.ts';
import type { Endpoint } from './shop-call.ts';
import { isSame } from './signature.ts';

const linkLifeSeconds = 86_400;
const folder = '/files/shipping_documents/';
/** Pictures, hazmat and invoice labels exist too; nothing here is sold that needs them. */
const documentTypes = ['SHIPPING_LABEL', 'PACKING_SLIP', 'SHIPPING_LABEL_AND_PACKING_SLIP'] as const;

/** The label of a package, which there is once TikTok's shipping is arranged (tiktok.md 5). */
export function labelEndpoints(secret: string): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/fulfillment/:version/packages/:package_id/shipping_documents',
      versions: ['202309'],
      nature: 'read',
      answer: (call) => {
        const { core, query, shop } = call;
        needed(query, 'document_type');
        const type = oneOf(query, 'document_type', documentTypes);
        oneOf(query, 'document_size', ['A6', 'A5']);
        const format = oneOf(query, 'document_format', ['PDF', 'ZPL']);
        if (format === 'ZPL' && type !== 'SHIPPING_LABEL')
          throw badRequest('Invalid parameter document_format: ZPL is for shipping labels.');
        const { notes, parcel, order } = packageOf(call, call.params['package_id'] ?? '');
        if (notes.shippedBy !== 'TIKTOK' || parcel.state === 'to_fulfil' || order.stage === 'cancelled')
          throw new Failure(
            10007014,
            'The package has no document: it is not shipped by TikTok, or not yet.',
          );
        const until = unixSeconds(core.clock.now()) + linkLifeSeconds;
        const path = `${folder}${shop.id}/${parcel.id}/${type}.${format.toLowerCase()}`;
        const key = keyOf(secret, path, String(until));
        return {
          doc_url: `${core.address('tiktok')}${path}?until=${String(until)}&key=${key}`,
          tracking_number: parcel.tracking,
        };
      },
    },
  ];
}

export function isLabelPath(path: string): boolean {
  return path.startsWith(folder);
}

/** The file itself. Its link works without a token, for a day. */
export function answerLabel(core: Core, secret: string, { url }: SandboxRequest): SandboxReply {
  const until = url.searchParams.get('until') ?? '';
  const key = url.searchParams.get('key') ?? '';
  if (!isSame(key, keyOf(secret, url.pathname, until)) || Number(until) < core.clock.seconds())
    return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'The link has expired.' };
  const [shopId = '', packageId = '', file = ''] = url.pathname.slice(folder.length).split('/');
  const order = core.shop('tiktok', shopId)?.orderById(orderIdOfPackage(packageId));
  if (order === undefined)
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'There is no such file.' };
  const to = buyerOf(order.buyer);
  const lines = [
    `TikTok Shop  ${order.tracking ?? ''}`,
    `Order ${order.number}`,
    `Package ${packageId}`,
    `To: ${to.name}`,
    `${to.street} ${to.unit}, ${to.postalCode}`,
    ...order.lines.map(({ quantity, sku, name }) => `${String(quantity)} x ${sku}  ${name}`),
  ];
  if (!file.endsWith('.zpl'))
    return { status: 200, headers: { 'content-type': 'application/pdf' }, body: pdfOf([lines]) };
  const fields = lines.map((line, index) => `^FO40,${String(40 + 40 * index)}^A0N,30^FD${line}^FS`);
  return {
    status: 200,
    headers: { 'content-type': 'application/zpl' },
    body: `^XA\n${fields.join('\n')}\n^XZ`,
  };
}

function keyOf(secret: string, path: string, until: string): string {
  return createHmac('sha256', secret).update(`${path}?${until}`).digest('hex');
}
