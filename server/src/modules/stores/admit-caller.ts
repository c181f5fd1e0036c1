import { platformAbilities, storeAbilities } from '@evenstock/contract/abilities';
import { zoneOfCountry } from '@evenstock/contract/stores';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { identityOf } from '../../api/identity.ts';
import type { Admission, AdmissionRequest } from '../../api/http.ts';
import { notFound, Refusal, type StoreScope } from '../../api/routing.ts';
import { identifyCaller, type Caller } from '../accounts/identify-caller.ts';
import { findScope } from './stores.queries.ts';

/**
 * Authenticates the caller and decides whether the call is allowed, before its input is parsed.
 * @throws Refusal 401 without a live session, 404 for a store that is not the caller's, 403 for an act that the role does not allow,
 *   with an expired password, or without the second factor that the store asks for
 */
export async function admitCaller(ctx: Context, request: AdmissionRequest): Promise<Admission> {
  const { permission } = request.endpoint;
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
    ...(store === null ? [] : storeAbilities(store.role, actor.role)),
  ];
  if (!abilities.includes(permission)) {
    const isForPlatform = permission === 'platform.inspect' || permission === 'platform.develop';
    throw new Refusal(403, message(isForPlatform ? 'api.platform_only' : 'api.not_allowed'));
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

/** A store that requires a second factor, to somebody who has none. Whoever finds a store by another name than its own asks, too. */
export function secondFactorNeeded(): Refusal {
  return new Refusal(403, message('stores.second_factor_needed'), { flag: 'second_factor_required' });
}
