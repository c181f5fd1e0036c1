/** The state of a navigation that signing in made. */
export const justSignedIn = { justSignedIn: true } as const;

/** Whether signing in led here. @param state of the location */
export function isJustSignedIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'justSignedIn' in state;
}
