/** A key as it was pressed. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Where a key was pressed. */
export interface Situation {
  /** In a field that takes text. */
  readonly isTyping: boolean;
  /** A dialog is open: what lies beneath is out of reach. */
  readonly isInDialog: boolean;
  /** `g` was the key before, a moment ago. */
  readonly afterG: boolean;
}

export type Intent =
  'palette' | 'help' | 'search' | 'down' | 'up' | 'select' | 'g' | 'orders' | 'products' | 'summary';

const plain: Readonly<Record<string, Intent>> = {
  '?': 'help',
  '/': 'search',
  j: 'down',
  k: 'up',
  x: 'select',
  g: 'g',
};
const afterG: Readonly<Record<string, Intent>> = { o: 'orders', p: 'products', s: 'summary' };

/** What a key asks for; null: nothing of ours. */
export function intentOf(pressed: Pressed, { isTyping, isInDialog, ...before }: Situation): Intent | null {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (isInDialog || altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : null;
  if (isTyping) return null;
  return (before.afterG ? afterG[key] : undefined) ?? plain[key] ?? null;
}
