import { confirmationHours } from '@evenstock/contract/sign-up';
import { deletionDays } from '@evenstock/contract/own-account';
import { layOutMail } from '../../platform/mail-layout.ts';

type Laid = ReturnType<typeof layOutMail>;

export function resetMail(email: string, url: string): Laid {
  return layOutMail({
    subject: 'Reset your Evenstock password',
    paragraphs: [
      `Somebody asked to reset the password of ${email}. Choose a new one here, within ${String(confirmationHours)} hours.`,
    ],
    action: { label: 'Choose a new password', url },
    closing: [
      'The link works once. If you asked for several, only the latest works.',
      'Was it not you? Then do nothing: the password stays as it is.',
    ],
  });
}

export function confirmationMail(url: string): Laid {
  return layOutMail({
    subject: 'Confirm your Evenstock account',
    paragraphs: [
      `Welcome to Evenstock. Confirm your address within ${String(confirmationHours)} hours, and your account is ready.`,
    ],
    action: { label: 'Confirm my address', url },
    closing: ['The link works once.', 'Did you not sign up? Then do nothing: no account is made.'],
  });
}

export function alreadyRegisteredMail(email: string, publicUrl: string): Laid {
  return layOutMail({
    subject: 'You already have an Evenstock account',
    paragraphs: [
      `Somebody tried to sign up with ${email}, which has an account already. Nothing was changed.`,
      `If it was you, just sign in. If you do not remember the password, ask for a new one at ${publicUrl}/?forget_password`,
    ],
    action: { label: 'Sign in', url: `${publicUrl}/` },
    closing: ['Was it not you? Then do nothing.'],
  });
}

export function deletionMail(deletedOn: Date, publicUrl: string): Laid {
  const day = deletedOn.toISOString().slice(0, 10);
  return layOutMail({
    subject: 'Your Evenstock account will be deleted',
    paragraphs: [
      `As asked, your account is deleted on ${day}, ${String(deletionDays)} days after the request. You are signed out everywhere.`,
      'Changed your mind, or was it not you? Sign in before that day, and the account stays.',
    ],
    action: { label: 'Keep my account', url: `${publicUrl}/` },
  });
}

export function passwordChangedMail(email: string, publicUrl: string): Laid {
  return layOutMail({
    subject: 'Your Evenstock password was changed',
    paragraphs: [`The password of ${email} was changed just now, and every other place was signed out.`],
    action: { label: 'It was not me: reset the password', url: `${publicUrl}/?forget_password` },
  });
}
