import type { CallReply } from '@evenstock/contract/endpoint';
import { english } from '@evenstock/contract/messages/english';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { GroupToMerge, previewAutomerge as previewAutomergeEndpoint } from '@evenstock/contract/merges';
import type { Context } from '../../context.ts';
import {
  countGroups,
  newestRun,
  nextGroups,
  variantsOfGroups,
  type MergeGroup,
  type MergeRunRow,
} from './automerge.queries.ts';
import { describeMarketplaceBrief } from './describe-listing.rules.ts';
import { mergedQuantity, quantitiesToMerge } from './merged-quantity.rules.ts';

const GROUPS_SHOWN = 20;
type Preview = CallReply<typeof previewAutomergeEndpoint>;

/** The state of an automatic merge, in the words of the page that shows it. */
function describeRun(run: MergeRunRow): NonNullable<Preview['last_run']> {
  const { id, total, done, failed } = run;
  return {
    id,
    ...statusOf(run),
    total,
    done,
    failed,
    started_at: run.started_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
  };
}

function statusOf({
  state,
  failed,
}: MergeRunRow): Pick<NonNullable<Preview['last_run']>, 'state' | 'error' | 'error_messages'> {
  if (state === 'waiting' || state === 'running') return { state: 'running', ...noError };
  if (state === 'cancelled') return { state, ...noError };
  if (failed > 0) return { state: 'failed', ...because(message('catalog.groups_not_merged', { failed })) };
  return state === 'done' ? { state, ...noError } : { state, ...because(message('catalog.merge_ended')) };
}

const noError = { error: null, error_messages: [] };
const because = (reason: Message) => ({ error: english(reason), error_messages: [reason] });

/** Previews automatic merging: the SKUs that share a code, and the quantity by each choice. */
export async function previewAutomerge(ctx: Context, storeId: number): Promise<Preview> {
  const [counts, groups, run] = await Promise.all([
    countGroups(ctx.db, storeId),
    nextGroups(ctx.db, storeId, '', GROUPS_SHOWN),
    newestRun(ctx.db, storeId),
  ]);
  return {
    ...counts,
    groups: await describeGroups(ctx, groups),
    last_run: run === null ? null : describeRun(run),
  };
}

/** Groups with their SKUs' quantities now, and the one that each choice would give. */
export async function describeGroups(ctx: Context, groups: readonly MergeGroup[]): Promise<GroupToMerge[]> {
  const variants = await variantsOfGroups(
    ctx.db,
    groups.flatMap(({ variant_ids }) => variant_ids),
  );
  return groups.map(({ sku }) => {
    const members = variants.filter((variant) => variant.sku === sku);
    const quantities = quantitiesToMerge(
      members.map(({ quantity, is_counted: isCounted }) => ({ quantity, isCounted })),
    );
    return {
      sku,
      highest: mergedQuantity(quantities, 'highest'),
      lowest: mergedQuantity(quantities, 'lowest'),
      variants: members.map(({ id, slug, full_product_name, quantity, marketplaces }) => ({
        id,
        slug,
        full_product_name,
        quantity,
        marketplaces: marketplaces.map(describeMarketplaceBrief),
      })),
    };
  });
}
