import type { Tx } from '../../platform/database/database.ts';
import { estimatedMonthlyCost } from './billing.rules.ts';
import { insertCharge, lastMonthToCharge, monthsToCharge, type MonthToCharge } from './charges.queries.ts';
import { recountDay, refreshMonths } from './subscription-infos.queries.ts';
import { markEnded } from './subscriptions.queries.ts';

export interface ChargedSubscription {
  readonly storeId: number;
  readonly id: string;
}

/** Records what a subscription costs for each month that is over and is not charged. */
export async function chargeMonthsOver(tx: Tx, subscription: ChargedSubscription, now: Date): Promise<void> {
  for (const month of await monthsToCharge(tx, subscription.id, now))
    await charge(tx, subscription, month, now);
}

/**
 * Records the end of a subscription, what its last months cost, and what the part of the month costs in which it ended. The day of
 * the end counts with what is merged now, or what was merged between two counts would be free.
 */
export async function chargeUntilEnd(
  tx: Tx,
  subscription: ChargedSubscription,
  endedAt: Date,
  now: Date,
): Promise<void> {
  const today = await recountDay(tx, subscription.storeId, now);
  if (today !== null) await refreshMonths(tx, [today], now);
  await markEnded(tx, subscription.id, endedAt);
  await chargeMonthsOver(tx, subscription, now);
  const last = await lastMonthToCharge(tx, subscription.id);
  if (last !== null) await charge(tx, subscription, last, now);
}

/** Two subscriptions of one month cost no more together than the dearer one alone. */
async function charge(
  tx: Tx,
  { id, storeId }: ChargedSubscription,
  { infoId, averageHundredths, charged }: MonthToCharge,
  at: Date,
): Promise<void> {
  const amount = Math.max(0, estimatedMonthlyCost(averageHundredths) - charged);
  await insertCharge(tx, { storeId, subscriptionId: id, infoId, averageHundredths, amount, at });
}
