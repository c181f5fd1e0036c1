const invisible = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;

/**
 * What codes are compared by: the code in composed letters, without invisible characters and without blanks at its ends. Letters' case
 * and blanks within it count. SQL has the same as `code_key`.
 */
export const codeKey = (code: string): string => code.normalize('NFC').replace(invisible, '').trim();
