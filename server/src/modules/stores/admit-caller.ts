import { platformAbilities, storeAbilities } from '@evenstock/contract/abilities';
import { zoneOfCountry } from '@evenstock/contract/stores';
import type { Context } from '../../context.ts';
import { identityOf } from '../../api/identity.ts';
import type { Admission, AdmissionRequest } from '../../api/http.ts';
import { notFound, Refusal, type StoreScope } from '../../api/routing.ts';
import { identifyCaller, type Caller } from '../accounts/identify-caller.ts';
import { findScope } from './stores.queries.ts';

/**
 * Who calls, in which store, and whether they may: decided before the input is looked at.
 * @throws Refusal 401 without a live session, 404 for a store that is not the caller's, 403 for an act that the role does not allow,
 *   with an expired password, or without the second factor that the store asks for
 */
export async function admitCaller(ctx: Context, request: AdmissionRequest): Promise<Admission> {
  const { permission } = request.endpoint;
  const actor = request.token === null ? null : await identifyCaller(ctx, request.token);
  if (permission === 'public') return { actor, store: null };
  if (actor === null)
    throw new Refusal(401, 'You are not signed in, or your session has ended. Sign in and try again.');

  const store = request.storeId === null ? null : await openStore(ctx, actor, request.storeId);
  if (permission === 'signed_in') return { actor, store };
  const abilities: readonly string[] = [
    ...platformAbilities(actor.role),
    ...(store === null ? [] : storeAbilities(store.role, actor.role)),
  ];
  if (!abilities.includes(permission)) {
    throw new Refusal(403, 'Your role does not allow this. Ask an admin or the owner of the store.');
  }
  return { actor, store };
}

async function openStore(ctx: Context, actor: Caller, idOrSlug: string): Promise<StoreScope> {
  const store = await findScope(ctx.db, identityOf(idOrSlug, 'The store'), actor.userId);
  if (store === null || (store.role === null && actor.role === 'member')) throw notFound('The store');
  if (actor.passwordExpired) throw new Refusal(403, 'Password expired. Please change your password.');
  const { requiresSecondFactor, ...scope } = store;
  if (requiresSecondFactor && !actor.hasSecondFactor) {
    throw new Refusal(
      403,
      'This store lets only people in who use a second factor. Switch it on in your account, then come back.',
      null,
      'second_factor_required',
    );
  }
  return { ...scope, timeZone: zoneOfCountry[scope.country] };
}
