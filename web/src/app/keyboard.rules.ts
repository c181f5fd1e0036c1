/** A pressed key. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The state of the page when a key was pressed. */
export interface Situation {
  /** Whether the focus is in a text field. */
  readonly isTyping: boolean;
  /** Whether a dialog is open, so that the page beneath is inert. */
  readonly isInDialog: boolean;
  /** Whether `g` was pressed just before. */
  readonly afterG: boolean;
}

export type Intent =
  | 'palette'
  | 'help'
  | 'search'
  | 'down'
  | 'up'
  | 'select'
  | 'g'
  | 'orders'
  | 'products'
  | 'summary';

const plain: Readonly<Record<string, Intent>> = {
  '?': 'help',
  '/': 'search',
  j: 'down',
  k: 'up',
  x: 'select',
  g: 'g',
};
const afterG: Readonly<Record<string, Intent>> = { o: 'orders', p: 'products', s: 'summary' };

/** Returns the action of a key; null if it is no shortcut. */
export function intentOf(pressed: Pressed, { isTyping, isInDialog, ...before }: Situation): Intent | null {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (isInDialog || altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : null;
  if (isTyping) return null;
  return (before.afterG ? afterG[key] : undefined) ?? plain[key] ?? null;
}
