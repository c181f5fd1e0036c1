import { said } from '@evenstock/contract/messages/english';
import type { MassSalePreview } from '@evenstock/contract/listings/mass-sales';
import { channels } from '@evenstock/contract/channels/channels';
import type { Message } from '@evenstock/contract/messages/message';
import type { ChosenListing } from '../catalog/variants/chosen-listing.ts';

export interface JudgedListing {
  readonly listing: ChosenListing;
  /** The reason why it is skipped; null: it takes part. */
  readonly skipped: Message | null;
}

type Group<Extra> = Extra & { count: number };

/** Previews a mass action: how many listings of which marketplaces take part, and why the others are skipped. */
export function previewOf(judged: readonly JudgedListing[]): MassSalePreview {
  const takingPart = new Map<number, Group<MassSalePreview['marketplaces'][number]>>();
  const skipped = new Map<string, Group<MassSalePreview['skipped'][number]>>();
  let variantCount = 0;
  for (const { listing, skipped: reason } of judged) {
    const marketplace = {
      id: listing.marketplaceId,
      name: listing.marketplaceName,
      channel: listing.channel,
    };
    if (reason === null) {
      variantCount += listing.variantCount;
      countIn(takingPart, marketplace.id, { ...marketplace, count: 0 });
    } else {
      countIn(skipped, `${String(marketplace.id)} ${reason.code}`, {
        ...marketplace,
        reason: said(reason),
        count: 0,
      });
    }
  }
  return {
    count: judged.filter(({ skipped: reason }) => reason === null).length,
    variants_count: variantCount,
    marketplaces: [...takingPart.values()].sort(byName),
    skipped: [...skipped.values()].sort(byName),
  };
}

function countIn<Key, Value extends { count: number }>(
  groups: Map<Key, Value>,
  key: Key,
  first: Value,
): void {
  const group = groups.get(key) ?? first;
  group.count += 1;
  groups.set(key, group);
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name.localeCompare(b.name);

/** The channel's name in reasons. */
export const channelName = ({ channel }: Pick<ChosenListing, 'channel'>): string => channels[channel].label;
