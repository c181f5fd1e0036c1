import { installationZone } from '@evenstock/contract/stores/stores';
import { dayOf } from '../../../platform/time/days.ts';
import { message } from '@evenstock/contract/messages/message';
import { deletionDays } from '@evenstock/contract/accounts/own-account';
import { confirmationHours } from '@evenstock/contract/accounts/sign-up';
import type { MailMessages } from '../../journal/write-mail.ts';

export function resetMail(email: string, url: string): MailMessages {
  return {
    subject: message('mails.reset_subject'),
    paragraphs: [message('mails.reset', { email, hours: confirmationHours })],
    action: { label: message('mails.reset_action'), url },
    closing: [message('mails.reset_latest_link'), message('mails.reset_not_you')],
  };
}

export function confirmationMail(url: string): MailMessages {
  return {
    subject: message('mails.confirmation_subject'),
    paragraphs: [message('mails.confirmation', { hours: confirmationHours })],
    action: { label: message('mails.confirmation_action'), url },
    closing: [message('mails.confirmation_once'), message('mails.confirmation_not_you')],
  };
}

export function alreadyRegisteredMail(email: string, publicUrl: string): MailMessages {
  return {
    subject: message('mails.registered_subject'),
    paragraphs: [
      message('mails.registered', { email }),
      message('mails.registered_help', { url: `${publicUrl}/?forget_password` }),
    ],
    action: { label: message('mails.registered_action'), url: `${publicUrl}/` },
    closing: [message('mails.registered_not_you')],
  };
}

export function deletionMail(deletedOn: Date, publicUrl: string): MailMessages {
  const day = dayOf(deletedOn, installationZone);
  return {
    subject: message('mails.deletion_subject'),
    paragraphs: [message('mails.deletion', { day, days: deletionDays }), message('mails.deletion_help')],
    action: { label: message('mails.deletion_action'), url: `${publicUrl}/` },
  };
}

export function secondFactorMail(email: string, isOn: boolean, publicUrl: string): MailMessages {
  return {
    subject: message(isOn ? 'mails.second_factor_on_subject' : 'mails.second_factor_off_subject'),
    paragraphs: [message(isOn ? 'mails.second_factor_on' : 'mails.second_factor_off', { email })],
    action: { label: message('mails.password_changed_action'), url: `${publicUrl}/?forget_password` },
  };
}

export function passwordChangedMail(email: string, publicUrl: string): MailMessages {
  return {
    subject: message('mails.password_changed_subject'),
    paragraphs: [message('mails.password_changed', { email })],
    action: { label: message('mails.password_changed_action'), url: `${publicUrl}/?forget_password` },
  };
}
