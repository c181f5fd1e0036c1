import { jsonReply } from '../core/json-reply.ts';
import { createRandom } from '../core/random.ts';
import type { Core, SandboxReply, SandboxRequest } from '../core/simulator.ts';

/** 30 days (tokopedia.md 1). */
const lifeSeconds = 2_592_000;

/** `POST /token?grant_type=client_credentials` with the app's Basic header: a token of the app, for all shops that are linked to it. */
export function answerToken(
  core: Core,
  app: { readonly id: string; readonly secret: string },
  request: SandboxRequest,
  sequence: number,
): SandboxReply {
  if (request.headers['authorization'] !== basic(app.id, app.secret))
    return refused(401, 'invalid_client', 'Client authentication failed.');
  if (request.url.searchParams.get('grant_type') !== 'client_credentials')
    return refused(400, 'unsupported_grant_type', 'The grant type must be client_credentials.');
  const token = `c:${createRandom(core.random('tokopedia').hex(8), core.clock.now(), sequence).hex(24)}`;
  core.grants.addToken({ token, kind: 'access', channel: 'tokopedia', shop: '', extra: {} }, lifeSeconds);
  // Exactly these six: a client rejects any other.
  return jsonReply(200, {
    access_token: token,
    event_code: '',
    expires_in: lifeSeconds,
    last_login_type: '1',
    sq_check: false,
    token_type: 'Bearer',
  });
}

function refused(status: number, error: string, description: string): SandboxReply {
  return jsonReply(status, { error, error_description: description });
}

/** The `Authorization` header of the token call. */
export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}
