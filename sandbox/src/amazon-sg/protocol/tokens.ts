import { createRandom } from '../../core/random.ts';
import type { Shop } from '../../core/shop.ts';
import type { AppRegistration, Core, SandboxReply, SandboxRequest } from '../../core/simulator.ts';
import { json } from './reply.ts';

export const tokenPath = '/auth/o2/token';
const codeLife = 300;
export const accessLife = 3_600;
/** The seller's authorisation must be renewed every year. */
const refreshLife = 365 * 86_400;

const grantlessScopes: readonly string[] = [
  'sellingpartnerapi::notifications',
  'sellingpartnerapi::client_credential:rotation',
];

/** A code of the seller's consent: used once, good for five minutes (amazon-sg.md 1.1). */
export function giveCode(core: Core, shop: Shop, redirectUri: string | null): string {
  const code = `AN${newSecret(core, shop.id, shop.nextNumber('secret'), 18)}`;
  const extra: Record<string, string> = redirectUri === null ? {} : { redirectUri };
  core.grants.addCode({ code, channel: 'amazon-sg', shop: shop.id, extra }, codeLife);
  core.grants.consent('amazon-sg', shop.id);
  return code;
}

/** Login with Amazon's token endpoint, JSON or form (amazon-sg.md 1.2). */
export function tokenReply(core: Core, app: AppRegistration, request: SandboxRequest): SandboxReply {
  if (request.method !== 'POST')
    return refused(405, 'invalid_request', 'The request method is not supported.');
  const fields = fieldsOf(request);
  const type = fields['grant_type'] ?? '';
  for (const name of ['grant_type', 'client_id', 'client_secret'])
    if ((fields[name] ?? '') === '') return missing(name);
  const grant = grants[type];
  if (grant === undefined)
    return refused(
      400,
      'unsupported_grant_type',
      'The authorization grant type is not supported by the authorization server',
    );
  if (fields['client_id'] !== app.id || fields['client_secret'] !== app.secret)
    return refused(401, 'invalid_client', 'Client authentication failed');
  return grant(core, fields);
}

type Fields = Readonly<Record<string, string>>;

const grants: Readonly<Record<string, (core: Core, fields: Fields) => SandboxReply>> = {
  authorization_code(core, fields) {
    const given = fields['code'] ?? '';
    if (given === '') return missing('code');
    const code = core.grants.takeCode('amazon-sg', given);
    const sentTo = code?.extra['redirectUri'];
    if (code === null || (sentTo !== undefined && (fields['redirect_uri'] ?? sentTo) !== sentTo))
      return invalidGrant('code');
    const shop = core.shop('amazon-sg', code.shop);
    if (shop === undefined) return invalidGrant('code');
    const refresh = core.grants.addToken(
      { token: `Atzr|${newSecret(core, shop.id, shop.nextNumber('secret'), 48)}`, kind: 'refresh', channel: 'amazon-sg', shop: shop.id, extra: {} },
      refreshLife,
    ); // oxfmt-ignore
    return issue(core, shop, refresh.token);
  },
  refresh_token(core, fields) {
    const given = fields['refresh_token'] ?? '';
    if (given === '') return missing('refresh_token');
    const token = core.grants.token('amazon-sg', 'refresh', given);
    const shop = token === null ? undefined : core.shop('amazon-sg', token.shop);
    return shop === undefined ? invalidGrant('refresh_token') : issue(core, shop, given);
  },
  client_credentials(core, fields) {
    const scope = fields['scope'] ?? '';
    if (scope === '') return missing('scope');
    if (!grantlessScopes.includes(scope))
      return refused(400, 'invalid_scope', 'An unknown scope was requested');
    const secret = newSecret(core, scope, core.clock.now(), 48);
    core.grants.addToken(
      { token: `Atc|${secret}`, kind: 'access', channel: 'amazon-sg', shop: '', extra: { scope } },
      accessLife,
    );
    return json(200, { access_token: `Atc|${secret}`, scope, token_type: 'bearer', expires_in: accessLife });
  },
};

function issue(core: Core, shop: Shop, refreshToken: string): SandboxReply {
  const { token } = core.grants.addToken(
    { token: `Atza|${newSecret(core, shop.id, shop.nextNumber('secret'), 48)}`, kind: 'access', channel: 'amazon-sg', shop: shop.id, extra: {} },
    accessLife,
  ); // oxfmt-ignore
  return json(
    200,
    { access_token: token, token_type: 'bearer', expires_in: accessLife, refresh_token: refreshToken },
    { 'cache-control': 'no-store' },
  );
}

function refused(status: number, error: string, description: string): SandboxReply {
  return json(status, { error, error_description: description, error_index: '', request_id: '' });
}

function missing(name: string): SandboxReply {
  return refused(400, 'invalid_request', `The request is missing a required parameter : ${name}`);
}

function invalidGrant(name: string): SandboxReply {
  return refused(
    400,
    'invalid_grant',
    `The request has an invalid grant parameter : ${name}. User may have revoked or didn't grant the permission.`,
  );
}

function fieldsOf(request: SandboxRequest): Fields {
  const body = Buffer.from(request.body).toString('utf8');
  if (!(request.headers['content-type'] ?? '').includes('json'))
    return Object.fromEntries(new URLSearchParams(body));
  try {
    const read: unknown = JSON.parse(body);
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(
      Object.entries(read).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  } catch {
    return {}; // No fields in it: the answer says what is missing.
  }
}

/** Repeatable with the seed, and never the same twice. */
export function newSecret(core: Core, owner: string, number: number, digits: number): string {
  return createRandom(core.random('amazon-sg').hex(8), owner, number).hex(digits);
}
