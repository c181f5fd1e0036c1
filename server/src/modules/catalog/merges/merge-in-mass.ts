import type { CallReply } from '@evenstock/contract/api/endpoint';
import {
  mostMergedInMass,
  type massMerge as massMergeEndpoint,
  type MassMergePreview,
  type previewMassMerge as previewEndpoint,
} from '@evenstock/contract/catalog/mass-merges';
import type { automerge as automergeEndpoint } from '@evenstock/contract/catalog/merges';
import { message } from '@evenstock/contract/messages/message';
import {
  suggestionsPageSize,
  type mergeSuggestions as mergeSuggestionsEndpoint,
  type SuggestionChoice,
} from '@evenstock/contract/catalog/suggested-merges';
import type { VariantChoice } from '@evenstock/contract/catalog/variants';
import { pageOf } from '../../../api/page-request.ts';
import { Answer, invalid, type Call } from '../../../api/routing.ts';
import { showMassAction } from '../../operations/show-operation.ts';
import { countGroups, everyGroup, numbersOf, pageOfGroups, type GroupScope } from './automerge.queries.ts';
import { chosenVariantIds } from '../variants/chosen-listings.ts';
import { previewGroups } from './preview-groups.ts';
import { automergeOperation } from './run-automerge.ts';
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

/** The codes of chosen suggestions. @throws Refusal 422 for too many */
async function suggested({ ctx, store }: Caller, choice: SuggestionChoice): Promise<readonly string[]> {
  if ('skus' in choice) return choice.skus;
  const skus = await suggestedCodes(ctx.db, store.id, choice.all, mostMergedInMass + 1);
  requireFew('skus', skus.length);
  return skus;
}

/** The groups of a preview. */
async function scopeOf(call: Call<typeof previewEndpoint>): Promise<GroupScope> {
  const { body } = call;
  if ('every' in body) return everyGroup;
  return 'variants' in body
    ? { skus: null, among: await chosen(call, body.variants) }
    : { skus: await suggested(call, body), among: null };
}

/** Previews a merge of SKUs by their code: a page of groups, and how many there are. */
export async function previewMassMerge(call: Call<typeof previewEndpoint>): Promise<MassMergePreview> {
  const { ctx, store, body } = call;
  const page = pageOf({ ...body, per_page: body.per_page ?? suggestionsPageSize });
  const scope = await scopeOf(call);
  // Before the groups are: a quantity that changes in between is then another one than is shown, and the merge is refused.
  const numbers = await numbersOf(ctx.db, store.id, scope);
  const [counts, groups] = await Promise.all([
    countGroups(ctx.db, store.id, scope),
    pageOfGroups(ctx.db, store.id, page, scope),
  ]);
  return {
    groups: await previewGroups(ctx, groups),
    total_count: counts.groups_count,
    page: page.page,
    per_page: page.perPage,
    count: counts.groups_count,
    variants_count: counts.variants_count,
    listings_count: counts.listings_count,
    alone_count: scope.among === null ? 0 : scope.among.length - counts.variants_count,
    numbers,
  };
}

/**
 * Starts to merge those of the chosen SKUs that share a code. They are the ones that match now: SKUs that match later are left out.
 * @throws Refusal 409 where other codes can be merged than were confirmed, or other quantities are theirs, 422 as `startAutomerge`
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
    expectedNumbers: body.expected_numbers,
  });
  return new Answer(202, await showMassAction(ctx, store.id, id, () => automergeOperation));
}

/**
 * Starts to merge the SKUs of suggestions: of the given ones, or of all that are listed now.
 * @throws Refusal 409 where there are other suggestions, or other quantities, than were confirmed, 422 as `startAutomerge`
 */
export async function mergeSuggestions(
  call: Call<typeof mergeSuggestionsEndpoint>,
): Promise<Record<string, never>> {
  const { ctx, store, actor, body } = call;
  await startAutomerge(ctx, store, actor, {
    useHighest: body.is_using_highest_qty ?? true,
    skus: await suggested(call, body),
    among: null,
    expected: body.expected_count,
    expectedNumbers: body.expected_numbers,
  });
  return {};
}

/**
 * Starts to merge all SKUs of the same code.
 * @throws Refusal 409 where other codes can be merged than were confirmed, or other quantities are theirs, 422 as `startAutomerge`
 */
export async function mergeEvery(call: Call<typeof automergeEndpoint>): Promise<Record<string, never>> {
  const { ctx, store, actor, body } = call;
  await startAutomerge(ctx, store, actor, {
    ...everyGroup,
    useHighest: body?.is_using_highest_qty ?? true,
    expected: body?.expected_count,
    expectedNumbers: body?.expected_numbers,
  });
  return {};
}
