/** The version that the app is registered for: its notices are written in it, whatever its calls ask for. */
export const pinnedVersion = '2026-10';

/** Those that are stable in the last quarter of 2026: a new one each quarter, each supported for twelve months. */
const supportedVersions = ['2026-01', '2026-04', '2026-07', pinnedVersion] as const;

/**
 * The version that answers a call: the one of its path; the oldest supported where that has expired (shopify.md 1).
 * @returns null for one that does not exist
 */
export function servedVersion(asked: string): string | null {
  if (asked === 'unstable') return asked;
  if (!/^\d{4}-(?:01|04|07|10)$/.test(asked) || asked > pinnedVersion) return null;
  return supportedVersions.find((version) => version === asked) ?? supportedVersions[0];
}

/** A version as its type shows it. */
export function apiVersionView(handle: string): object {
  return { displayName: handle, handle, supported: supportedVersions.some((one) => one === handle) };
}
