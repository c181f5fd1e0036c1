/** Where somebody signs up who was sent by a store. */
export function referralAddress(publicUrl: string, code: string): string {
  return `${publicUrl}/accept_referral?code=${encodeURIComponent(code)}`;
}
