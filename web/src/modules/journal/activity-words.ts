import type { ActorType, RecipientType } from '@evenstock/contract/kinds/activities';
import { activityMessages } from '@evenstock/contract/messages/activities';
import { reasonText } from '@evenstock/contract/messages/catalog/movements';
import { adjustmentReason } from '@evenstock/contract/kinds/adjustment-reasons';
import { useMessageText } from '../../i18n/message-text.ts';

const english: Readonly<Record<string, string>> = activityMessages;

export interface ActivityWords {
  /** The text of an activity key; an unknown key of another version is shown unchanged. */
  readonly key: (key: string) => string;
  readonly actor: (type: ActorType) => string;
  readonly record: (type: string) => string;
  /** The label of a field or a further fact. */
  readonly field: (name: string) => string;
  /** Why a quantity was adjusted, by its code; a reason in words is shown unchanged. */
  readonly reason: (value: string) => string;
}

/** The texts of activities in the current language. The filters need them before the first reply. */
export function useActivityWords(): ActivityWords {
  const messageText = useMessageText();
  const say = (name: string, otherwise: string) =>
    messageText({ code: `activities.${name}`, values: {}, text: english[name] ?? otherwise });
  return {
    key: (key) => say(key.replace('.', '_'), key),
    actor: (type) => say(`actor_${type}`, type),
    record: (type) => say(`record_${type}`, type),
    field: (name) => say(`field_${name}`, name),
    reason: (value) => {
      const { data: reason } = adjustmentReason.safeParse(value);
      if (reason === undefined) return value;
      return messageText({ code: `movements.${reason}_reason`, values: {}, text: reasonText(reason) });
    },
  };
}

/** The path of the record of an activity within the store; null if it has no screen. */
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
