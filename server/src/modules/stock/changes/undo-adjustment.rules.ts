/** How long an adjustment can be undone. Later, the number in people's heads is another one: they adjust or count again. */
const UNDOABLE_FOR_MS = 24 * 3_600_000;

/** Adjustments made since then can be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - UNDOABLE_FOR_MS);
