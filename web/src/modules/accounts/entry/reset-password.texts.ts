import { texts } from '../../../i18n/texts.ts';

export const useResetText = texts('reset', {
  forgetTitle: 'Forget Password?',
  forgetIntro: 'We will mail you a link to choose a new password.',
  email: 'Email',
  cancel: 'Cancel',
  sendLink: 'Send link',
  checkInbox: 'Please check your inbox.',
  resetTitle: 'Reset Password',
  resetIntro: 'Choose a new password for your account. You will be signed out everywhere else.',
  password: 'Password',
  passwordHint: 'At least {{count}} characters.',
  resetButton: 'RESET PASSWORD',
  changed: 'Password changed successfully',
  failed: 'Failed to reset password',
  invalidLink: 'Invalid link followed',
  invalidLinkHint: 'The link is not complete. Open it from the mail again, or ask for a new one.',
  newLink: 'Ask for a new link',
});
