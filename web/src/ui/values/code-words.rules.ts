/** The words for a reason's code; several vendors spell one reason in several ways. */
const reasonKeys = {
  NOT_RECEIPT: 'reason_not_received',
  NONRECEIPT: 'reason_not_received',
  WRONG_ITEM: 'reason_wrong_item',
  ITEM_DAMAGED: 'reason_damaged',
  PHYSICAL_DMG: 'reason_damaged',
  DIFFERENT_DESCRIPTION: 'reason_not_as_described',
  DIFF_DESC: 'reason_not_as_described',
  MUTUAL_AGREE: 'reason_agreed',
  MUITAL_AGREE: 'reason_agreed',
  OTHER: 'reason_another',
  CHANGE_MIND: 'reason_changed_mind',
  ITEM_MISSING: 'reason_missing',
  EXPECTATION_FAILED: 'reason_disappointed',
  ITEM_FAKE: 'reason_fake',
  FUNCTIONAL_DMG: 'reason_not_working',
  ITEM_NOT_FIT: 'reason_does_not_fit',
  SUSPICIOUS_PARCEL: 'reason_suspicious',
  EXPIRED_PRODUCT: 'reason_expired',
  WRONG_ORDER_INFO: 'reason_wrong_order',
  WRONG_ADDRESS: 'reason_wrong_address',
} as const;

export type ReasonKey = (typeof reasonKeys)[keyof typeof reasonKeys] | 'reason_numbered';

const isKnown = (code: string): code is keyof typeof reasonKeys => Object.hasOwn(reasonKeys, code);

/** Codes are in capitals, or have underscores for blanks, or are numbers; anything else is words. */
const isCode = (text: string): boolean =>
  /^\d+$/.test(text) ||
  /^[A-Z0-9]{2,}$/.test(text) ||
  /^[A-Za-z0-9]+([_-][A-Za-z0-9]+)*_[A-Za-z0-9_-]+$/.test(text);

/** A code as words: `WAITS_FOR_PARCEL` is "Waits for parcel". */
function wordsOfCode(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface CodeWords {
  /** The text that names it; null: `words` do. */
  readonly key: ReasonKey | null;
  readonly words: string;
  /** The code, which is shown beside words that were made of it; null: no code is shown. */
  readonly code: string | null;
}

/** How a vendor's status is shown: words stay, and a code becomes words beside it. */
export function statusWords(given: string): CodeWords {
  return isCode(given)
    ? { key: null, words: wordsOfCode(given), code: given }
    : { key: null, words: given, code: null };
}

/** How a buyer's or seller's reason is shown. */
export function reasonWords(given: string): CodeWords {
  if (isKnown(given)) return { key: reasonKeys[given], words: given, code: null };
  if (/^\d+$/.test(given)) return { key: 'reason_numbered', words: given, code: null };
  return statusWords(given);
}
