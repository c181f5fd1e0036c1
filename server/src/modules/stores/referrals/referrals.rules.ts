/** The sign-up page of a referral link. */
export function referralAddress(publicUrl: string, code: string): string {
  return `${publicUrl}/accept_referral?code=${encodeURIComponent(code)}`;
}
