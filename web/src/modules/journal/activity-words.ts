import type { ActorType, RecipientType } from '@evenstock/contract/activities';
import { activityMessages } from '@evenstock/contract/messages/activities';
import { useMessageText } from '../../i18n/message-text.ts';

const english: Readonly<Record<string, string>> = activityMessages;

export interface ActivityWords {
  /** What a key says; a key of another version is shown as it is. */
  readonly key: (key: string) => string;
  readonly actor: (type: ActorType) => string;
  readonly record: (type: string) => string;
  /** What a field or a further fact is called. */
  readonly field: (name: string) => string;
}

/** The words of activities in the language that is shown now; the filters need them before anything was answered. */
export function useActivityWords(): ActivityWords {
  const messageText = useMessageText();
  const say = (name: string, otherwise: string) =>
    messageText({ code: `activities.${name}`, values: {}, text: english[name] ?? otherwise });
  return {
    key: (key) => say(key.replace('.', '_'), key),
    actor: (type) => say(`actor_${type}`, type),
    record: (type) => say(`record_${type}`, type),
    field: (name) => say(`field_${name}`, name),
  };
}

/** The place in the store that shows what an activity was done to; null where there is none. */
export function placeOf(
  recipientType: string | undefined,
  names: Readonly<Record<string, string>> | null,
): string | null {
  const name = (of: string) => encodeURIComponent(names?.[of] ?? '');
  if (names === null || recipientType === undefined) return null;
  const places: Readonly<Partial<Record<RecipientType, string>>> = {
    Order: `/orders/${name('referenceNumber')}`,
    Product: `/products/${name('productSlug')}`,
    ProductListing: `/products/${name('productSlug')}`,
    Variant: `/products/${name('productSlug')}/variants/${name('variantId')}`,
    VariantListing: `/products/${name('productSlug')}/variants/${name('variantId')}`,
    Marketplace: `/marketplaces/${name('marketplaceId')}`,
    StoreProfile: `/store_profiles/${name('storeProfileId')}`,
  };
  return new Map<string, string>(Object.entries(places)).get(recipientType) ?? null;
}
