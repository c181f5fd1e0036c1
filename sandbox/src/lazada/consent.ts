import type { Core, SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { giveCode } from './tokens.ts';
import { site } from './words.ts';

/** `/oauth/authorize`: the seller picks a shop and agrees, and the browser goes back with a code (lazada.md 1.2). */
export function consentPage(core: Core, appKey: string, request: SandboxRequest): SandboxReply {
  const query = request.url.searchParams;
  const back = query.get('redirect_uri') ?? '';
  if (query.get('response_type') !== 'code')
    return page(400, 'Wrong request', '<p>response_type must be "code".</p>');
  if (query.get('client_id') !== appKey)
    return page(400, 'Unknown app', '<p>There is no app with this client_id.</p>');
  if (!URL.canParse(back))
    return page(400, 'Wrong address', '<p>redirect_uri is not the registered callback.</p>');
  if (request.method !== 'POST') return askPage(core, query);

  const form = new URLSearchParams(Buffer.from(request.body).toString('utf8'));
  const state = query.get('state');
  const url = new URL(back);
  if (form.get('decision') === 'refuse') url.searchParams.set('error', 'access_denied');
  else {
    const shop = core.shop('lazada', form.get('shop') ?? '');
    if (shop === undefined) return page(404, 'No such shop', '<p>Go back and choose a shop.</p>');
    url.searchParams.set('code', giveCode(core, appKey, shop));
  }
  if (state !== null) url.searchParams.set('state', state);
  return { status: 302, headers: { location: url.href }, body: '' };
}

function askPage(core: Core, query: URLSearchParams): SandboxReply {
  const shops = core
    .shops('lazada')
    .map(
      ({ id, record }, index) =>
        `<label><input type="radio" name="shop" value="${escaped(id)}"${index === 0 ? ' checked' : ''}> ${escaped(record.name)} (${escaped(id)})</label>`,
    );
  return page(
    200,
    'Authorise an app',
    `<p>The app <b>${escaped(query.get('client_id') ?? '')}</b> asks to work with a shop of yours in ${site.country.toUpperCase()}.</p>
<form method="post" action="?${escaped(query.toString())}">${shops.join('\n')}
<p><button name="decision" value="agree">Authorise</button> <button name="decision" value="refuse">Cancel</button></p></form>`,
  );
}

function page(status: number, title: string, body: string): SandboxReply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Lazada (sandbox)</title>
<style>body{font:16px system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem}label{display:block;padding:.4rem 0}button{font:inherit;padding:.4rem 1rem}</style>
</head><body><h1>${title}</h1>${body}</body></html>`,
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}
