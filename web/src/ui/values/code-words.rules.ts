/** The words for a reason's code; several vendors spell one reason in several ways. */
const reasonKeys = {
  NOT_RECEIPT: 'not_received',
  NONRECEIPT: 'not_received',
  WRONG_ITEM: 'wrong_item',
  ITEM_DAMAGED: 'damaged',
  PHYSICAL_DMG: 'damaged',
  DIFFERENT_DESCRIPTION: 'not_as_described',
  DIFF_DESC: 'not_as_described',
  MUTUAL_AGREE: 'agreed',
  MUITAL_AGREE: 'agreed',
  OTHER: 'another',
  CHANGE_MIND: 'changed_mind',
  ITEM_MISSING: 'missing',
  EXPECTATION_FAILED: 'disappointed',
  ITEM_FAKE: 'fake',
  FUNCTIONAL_DMG: 'not_working',
  ITEM_NOT_FIT: 'does_not_fit',
  SUSPICIOUS_PARCEL: 'suspicious',
  EXPIRED_PRODUCT: 'expired',
  WRONG_ORDER_INFO: 'wrong_order',
  WRONG_ADDRESS: 'wrong_address',
} as const;

export type ReasonKey = (typeof reasonKeys)[keyof typeof reasonKeys] | 'numbered';

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
  if (/^\d+$/.test(given)) return { key: 'numbered', words: given, code: null };
  return statusWords(given);
}
