import type { CallReply } from '@evenstock/contract/endpoint';
import {
  mostMergedInMass,
  type massMerge as massMergeEndpoint,
  type MassMergePreview,
  type previewMassMerge as previewEndpoint,
} from '@evenstock/contract/mass-merges';
import { message } from '@evenstock/contract/messages/message';
import type { mergeSuggestions as mergeSuggestionsEndpoint } from '@evenstock/contract/suggested-merges';
import type { VariantChoice } from '@evenstock/contract/variants';
import { Answer, invalid, type Call } from '../../api/routing.ts';
import { showMassAction } from '../operations/show-operation.ts';
import { countGroups } from './automerge.queries.ts';
import { chosenVariantIds } from './chosen-listings.ts';
import { startAutomerge } from './start-automerge.ts';
import { suggestedCodes } from './suggestions.queries.ts';

type Caller = Pick<Call<typeof previewEndpoint>, 'ctx' | 'store' | 'actor'>;

/** @throws Refusal 422 for too many SKUs, 403 for a filter that is for platform admins alone */
async function chosen({ ctx, store, actor }: Caller, choice: VariantChoice): Promise<readonly number[]> {
  const ids = await chosenVariantIds(ctx, store, actor, choice, mostMergedInMass + 1);
  requireFew('variants', ids.length);
  return ids;
}

function requireFew(field: string, count: number): void {
  if (count > mostMergedInMass) {
    throw invalid(field, message('catalog.mass_merge_too_many', { limit: mostMergedInMass }));
  }
}

/** Previews a merge of chosen SKUs by their code. */
export async function previewMassMerge(call: Call<typeof previewEndpoint>): Promise<MassMergePreview> {
  const among = await chosen(call, call.body.variants);
  const counts = await countGroups(call.ctx.db, call.store.id, { skus: null, among });
  return {
    count: counts.groups_count,
    variants_count: counts.variants_count,
    listings_count: counts.listings_count,
    alone_count: among.length - counts.variants_count,
  };
}

/**
 * Starts to merge those of the chosen SKUs that share a code. They are the ones that match now: SKUs that match later are left out.
 * @throws Refusal 409 where other codes can be merged than were confirmed, 422 as `startAutomerge`
 */
export async function massMerge(
  call: Call<typeof massMergeEndpoint>,
): Promise<Answer<CallReply<typeof massMergeEndpoint>>> {
  const { ctx, store, actor, body } = call;
  const id = await startAutomerge(ctx, store, actor, {
    useHighest: body.is_using_highest_qty ?? true,
    skus: null,
    among: await chosen(call, body.variants),
    expected: body.expected_count,
  });
  return new Answer(202, await showMassAction(ctx.db, store.id, id));
}

/**
 * Starts to merge the SKUs of suggestions: of the given ones, or of all that are listed now.
 * @throws Refusal 409 where there are other suggestions than were confirmed, 422 as `startAutomerge`
 */
export async function mergeSuggestions({
  ctx,
  store,
  actor,
  body,
}: Call<typeof mergeSuggestionsEndpoint>): Promise<Record<string, never>> {
  const skus =
    'skus' in body ? body.skus : await suggestedCodes(ctx.db, store.id, body.all, mostMergedInMass + 1);
  requireFew('skus', skus.length);
  await startAutomerge(ctx, store, actor, {
    useHighest: body.is_using_highest_qty ?? true,
    skus,
    among: null,
    expected: 'skus' in body ? undefined : body.expected_count,
  });
  return {};
}
