import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useOpenDialog } from './open-dialog.ts';
import { useUiText } from '../texts/ui.texts.ts';

/** The number to explain. */
export interface ExplainedNumber {
  /** Id or slug of the SKU. */
  readonly variantId: string;
  /** The listing of the number; null for the SKU's own. */
  readonly listingId: number | null;
}

interface ExplainedProps {
  readonly variantId: number | string;
  readonly listingId?: number;
  readonly children: ReactNode;
}

/** A quantity with a dotted underline; a click opens its explanation. */
export function Explained({ variantId, listingId, children }: ExplainedProps) {
  const t = useUiText();
  const { linkTo } = useOpenDialog();
  const name = ['explain', variantId, ...(listingId === undefined ? [] : [listingId])].join('.');
  return (
    <Link className="es-number-link" title={t('explain')} {...linkTo(name)}>
      {children}
    </Link>
  );
}

/** The number that the name of an open dialog asks to explain; null for other dialogs. */
export function explainedNumber(dialog: string | null): ExplainedNumber | null {
  const [what, variantId, listingId] = (dialog ?? '').split('.');
  if (what !== 'explain' || variantId === undefined || variantId === '') return null;
  return { variantId, listingId: listingId === undefined ? null : Number(listingId) };
}
