import { tokenScope } from '@evenstock/contract/stores/access-tokens';
import { platformAbilities } from '@evenstock/contract/accounts/abilities';
import { zoneOfCountry } from '@evenstock/contract/stores/stores';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { abilitiesIn } from '../../../api/caller-abilities.ts';
import { identityOf } from '../../../api/identity.ts';
import type { Admission, AdmissionRequest } from '../../../api/http.ts';
import { notFound, Refusal, type StoreScope } from '../../../api/routing.ts';
import { identifyCaller, type Caller } from '../../accounts/sessions/identify-caller.ts';
import { identifyToken, isAccessToken } from '../../accounts/tokens/identify-token.ts';
import { findScope } from './stores.queries.ts';

/**
 * Authenticates the caller and decides whether the call is allowed, before its input is parsed.
 * @throws Refusal 401 without a live session or access token; 404 for a store that is not the caller's; 403 if the role does not
 * allow the act, the password has expired, the store requires a second factor, or the access token lacks the scope; 429 after too
 * many calls
 */
export async function admitCaller(ctx: Context, request: AdmissionRequest): Promise<Admission> {
  const { permission } = request.endpoint;
  if (request.token !== null && isAccessToken(request.token)) return admitToken(ctx, request, request.token);
  const actor = request.token === null ? null : await identifyCaller(ctx, request.token);
  if (actor?.passwordExpired === true && request.endpoint.withExpiredPassword !== true) {
    throw new Refusal(403, message('stores.password_expired'));
  }
  if (permission === 'public') return { actor, store: null };
  if (actor === null) throw new Refusal(401, message('stores.session_ended'));

  const store = request.storeId === null ? null : await openStore(ctx, actor, request.storeId);
  if (permission === 'signed_in') return { actor, store };
  const abilities: readonly string[] = [
    ...platformAbilities(actor.role),
    ...(store === null ? [] : abilitiesIn(store.role, actor)),
  ];
  if (!abilities.includes(permission)) {
    const isForPlatform = permission === 'platform.inspect' || permission === 'platform.develop';
    throw new Refusal(403, message(isForPlatform ? 'api.platform_only' : 'api.not_allowed'));
  }
  return { actor, store };
}

/** A token opens its own store alone, as its member, for what it was given: no other call takes one, not even a public one. */
async function admitToken(ctx: Context, request: AdmissionRequest, token: string): Promise<Admission> {
  const { endpoint, storeId } = request;
  const actor = await identifyToken(ctx, token);
  if (actor?.token === undefined) throw new Refusal(401, message('tokens.not_living'));
  if (actor.passwordExpired) throw new Refusal(403, message('stores.password_expired'));
  const scope = tokenScope.safeParse(endpoint.permission);
  if (!scope.success || storeId === null || endpoint.kind === 'events') {
    throw new Refusal(403, message('tokens.not_for_tokens'));
  }
  const store = await openStore(ctx, actor, storeId);
  if (store.id !== actor.token.storeId) throw new Refusal(403, message('tokens.other_store'));
  if (!abilitiesIn(store.role, actor).includes(scope.data)) {
    throw new Refusal(403, message('tokens.scope_missing', { scope: scope.data }));
  }
  return { actor, store };
}

async function openStore(ctx: Context, actor: Caller, idOrSlug: string): Promise<StoreScope> {
  const store = await findScope(ctx.db, identityOf(idOrSlug, 'store'), actor.userId);
  if (store === null || (store.role === null && actor.role === 'member')) throw notFound('store');
  const { requiresSecondFactor, ...scope } = store;
  if (requiresSecondFactor && !actor.hasSecondFactor) throw secondFactorNeeded();
  return { ...scope, timeZone: zoneOfCountry[scope.country] };
}

/**
 * The refusal of a caller without the second factor that the store requires. Calls that find a store by another name use it too.
 */
export function secondFactorNeeded(): Refusal {
  return new Refusal(403, message('stores.second_factor_needed'), { flag: 'second_factor_required' });
}
