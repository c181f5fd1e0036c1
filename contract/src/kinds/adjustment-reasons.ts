import { z } from 'zod';

/** Why a member adjusted a quantity. */
export const adjustmentReason = z.enum(['damaged', 'lost', 'found', 'received', 'counted', 'other']);
export type AdjustmentReason = z.infer<typeof adjustmentReason>;
/** The longest note of a reason, in characters. */
export const longestReasonNote = 200;
