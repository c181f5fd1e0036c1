import type { Call } from '../../api/routing.ts';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { listStoreProfiles } from '@evenstock/contract/stores/stores';
import { pageOf, sortOf } from '../../api/page-request.ts';
import { presentProfile } from './show-store.ts';
import { listMemberships as readMemberships } from './store/stores.queries.ts';

/** One page of the caller's stores, oldest membership first unless asked otherwise. */
export async function listMemberships({
  ctx,
  actor,
  query,
}: Call<typeof listStoreProfiles>): Promise<CallReply<typeof listStoreProfiles>> {
  const page = pageOf(query);
  const { direction } = sortOf(query.q?.s ?? query.s, ['created_at'], {
    field: 'created_at',
    direction: 'asc',
  });
  const { rows, total } = await readMemberships(ctx.db, actor.userId, direction, page);
  return {
    store_profiles: rows.map((row) => ({
      ...presentProfile(row),
      store: { id: row.storeId, slug: row.slug, name: row.name },
      user: { id: actor.userId, email: actor.email },
    })),
    total_count: total,
    page: page.page,
    per_page: page.perPage,
  };
}
