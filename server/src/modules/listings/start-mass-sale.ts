import type { CallReply } from '@evenstock/contract/api/endpoint';
import {
  mostSales,
  type massDelist as massDelistEndpoint,
  type MassSalePreview,
  type previewMassSale as previewEndpoint,
  type SaleVerb,
} from '@evenstock/contract/listings/mass-sales';
import { message } from '@evenstock/contract/messages/message';
import type { VariantChoice } from '@evenstock/contract/catalog/variants';
import { Answer, invalid, Refusal, type Call } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { chosenListings } from '../catalog/variants/chosen-listings.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { showMassAction } from '../operations/show-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { whyNoSale } from './listing-actions.rules.ts';
import type { Caller } from './listing-to-act-on.ts';
import { channelName, previewOf, type JudgedListing } from './mass-sale.rules.ts';
import { massSaleOperations } from './run-mass-sale.ts';

/** @throws Refusal 422 for too many listings, 403 for a filter that is for platform admins alone */
async function judge(
  { ctx, store, actor }: Caller,
  verb: SaleVerb,
  choice: VariantChoice,
): Promise<readonly JudgedListing[]> {
  const listings = await chosenListings(ctx, store, actor, choice, mostSales + 1);
  if (listings.length > mostSales) {
    throw invalid('variants', message('listings.too_many', { limit: mostSales }));
  }
  return listings.map((listing) => ({
    listing,
    skipped: whyNoSale(verb, {
      channel: channelName(listing),
      capabilities: { delists: ctx.connectors[listing.channel].delisting !== undefined },
      marketplace: { name: listing.marketplaceName, isVerified: listing.isVerified },
      state: listing.state,
    }),
  }));
}

/** Previews a mass action with the current listings. */
export async function previewMassSale(
  call: Call<typeof previewEndpoint>,
): Promise<CallReply<typeof previewEndpoint>> {
  return previewOf(await judge(call, call.body.verb, call.body.variants));
}

interface StartCall extends Caller {
  readonly body: Call<typeof massDelistEndpoint>['body'];
}
type Started = Answer<CallReply<typeof massDelistEndpoint>>;

/**
 * Starts to take the listings of chosen SKUs off sale, or to put them back. Skipped listings are rows of the operation, with the
 * reason.
 * @throws Refusal 409 where other listings take part than were confirmed, 422 where none takes part
 */
export const startMassSale =
  (verb: SaleVerb) =>
  async (call: StartCall): Promise<Started> => {
    const { ctx, store, actor, body } = call;
    const judged = await judge(call, verb, body.variants);
    const preview = previewOf(judged);
    if (preview.count === 0) throw invalid('variants', message('listings.none_takes_part'));
    requireConfirmed(preview, body.expected_count);
    const listingIds = judged.map(({ listing }) => listing.id);
    const { id } = await inTransaction(ctx.db, async (tx) => {
      const started = await startOperation(tx, ctx, massSaleOperations[verb], {
        storeId: store.id,
        params: { listing_ids: listingIds },
        userId: actor.userId,
        exclusiveKey: null,
        total: listingIds.length,
      });
      await recordActivity(tx, {
        storeId: store.id,
        key: `product_listing.mass_${verb}`,
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Operation', id: started.id },
        extras: { count: preview.count },
        at: ctx.clock.now(),
      });
      return started;
    });
    return new Answer(202, await showMassAction(ctx, store.id, id, () => massSaleOperations[verb]));
  };

function requireConfirmed({ count }: MassSalePreview, expected: number | undefined): void {
  if (expected !== undefined && expected !== count) {
    throw new Refusal(409, message('listings.choice_changed', { count }));
  }
}
