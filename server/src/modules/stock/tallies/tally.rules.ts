import type { ScanOutcome, ScannedVariant, TallyKind, TallyState } from '@evenstock/contract/stock/tallies';
import type { MovementReason } from '../ledger/movement.ts';

/** A count or a receipt as its row has it. */
export interface TallyRecord {
  readonly id: number;
  readonly storeId: number;
  readonly kind: TallyKind;
  readonly state: TallyState;
  readonly key: string;
  readonly reference: string | null;
  readonly note: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
  readonly operationId: number | null;
}

/** The key of the adjustments that a tally makes: one of each SKU. */
export const tallyCause = (key: string): string => `tally:${key}`;

/** When something was scanned, on our clock: not before the tally began. */
export const scannedAt = (ageMs: number, now: Date, begun: Date): Date =>
  new Date(Math.max(begun.getTime(), now.getTime() - ageMs));

/** The SKU of a scan, or why it has none. Of several SKUs with a code none is guessed. */
export function skuOfScan(candidates: readonly ScannedVariant[]): {
  readonly outcome: Exclude<ScanOutcome, 'closed'>;
  readonly variant: ScannedVariant | null;
} {
  const [first] = candidates;
  if (first === undefined) return { outcome: 'no_sku', variant: null };
  if (candidates.length > 1) return { outcome: 'shared', variant: null };
  return first.is_set ? { outcome: 'set', variant: first } : { outcome: 'added', variant: first };
}

/** Why the ledger's entries of a tally were made. */
export function reasonOfTally({
  kind,
  reference,
  note,
}: Pick<TallyRecord, 'kind' | 'reference' | 'note'>): MovementReason {
  return { code: kind === 'count' ? 'counted' : 'received', note: reference ?? note };
}
