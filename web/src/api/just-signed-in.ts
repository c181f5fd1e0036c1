/** The state of a navigation that follows signing in. */
export const justSignedIn = { justSignedIn: true } as const;

/** Whether the user has just signed in. @param state of the location */
export function isJustSignedIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'justSignedIn' in state;
}
