import { z } from 'zod';
import { mailLanguage, newPassword, otpEntry, user } from './accounts.ts';
import { endpoint } from '../api/endpoint.ts';
import { empty, id, instant, none, recordId } from '../api/fields.ts';
import { fault } from '../messages/message.ts';

/** Minutes after signing in during which the password is not asked for again. */
export const freshSignInMinutes = 10;
/** Days during which signing in keeps an account that is to be deleted. */
export const deletionDays = 14;
/** Recovery codes that stand in for a lost second factor, each once. */
export const recoveryCodeCount = 10;

/** What shows that the owner is at the keyboard; needed unless they signed in just now. */
const currentPassword = z.string().max(1000).optional();
const proof = z.object({ user: z.object({ current_password: currentPassword }).optional() }).optional();

export const changePassword = endpoint({
  name: 'changePassword',
  summary:
    'Change the own password; ends all other sessions. user[current_password] is needed unless the password has expired or the sign-in is less than 10 minutes old',
  method: 'PATCH',
  path: '/api/account.json',
  params: none,
  query: none,
  body: z.object({ user: z.object({ password: newPassword, current_password: currentPassword }) }),
  reply: z.object({ user }),
  permission: 'signed_in',
  withExpiredPassword: true,
  audit: 'user.change_password',
});

export const chooseLanguage = endpoint({
  name: 'chooseLanguage',
  summary: 'Choose the language that the own mails are written in',
  method: 'PATCH',
  path: '/api/account/language.json',
  params: none,
  query: none,
  body: z.object({ user: z.object({ language: mailLanguage }) }),
  reply: empty,
  permission: 'signed_in',
  audit: null,
});

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Where the account is signed in, this place first',
  method: 'GET',
  path: '/api/account/sessions.json',
  params: none,
  query: none,
  body: none,
  reply: z.object({
    sessions: z.array(
      z.object({
        id,
        /** For instance `Firefox on Windows`. */
        browser: z.string(),
        signed_in_at: instant,
        last_seen_at: instant,
        is_current: z.boolean(),
      }),
    ),
  }),
  permission: 'signed_in',
  audit: null,
});

export const endOneSession = endpoint({
  name: 'endOneSession',
  summary: 'Sign out one of the places where the account is signed in',
  method: 'DELETE',
  path: '/api/account/sessions/:sessionId.json',
  params: z.object({ sessionId: recordId }),
  query: none,
  body: none,
  reply: empty,
  permission: 'signed_in',
  audit: 'user.end_session',
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Sign out everywhere else',
  method: 'DELETE',
  path: '/api/account/sessions.json',
  params: none,
  query: none,
  body: none,
  reply: empty,
  permission: 'signed_in',
  audit: 'user.end_session',
});

export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  summary: 'A new secret for an authenticator app; it counts once a code of it was given',
  method: 'POST',
  path: '/api/account/second_factor.json',
  params: none,
  query: none,
  body: proof,
  reply: z.object({ second_factor: z.object({ secret: z.string(), uri: z.string() }) }),
  permission: 'signed_in',
  audit: null,
});

export const switchSecondFactorOn = endpoint({
  name: 'switchSecondFactorOn',
  summary: 'Switch the second factor on with a code of the new secret; replies the recovery codes, once',
  method: 'PATCH',
  path: '/api/account/second_factor.json',
  params: none,
  query: none,
  body: z.object({ user: z.object({ otp: otpEntry.min(1, fault('accounts.code_required')) }) }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  permission: 'signed_in',
  audit: 'user.second_factor_on',
});

export const switchSecondFactorOff = endpoint({
  name: 'switchSecondFactorOff',
  summary: 'Switch the second factor off with one of its codes, or with a recovery code',
  method: 'DELETE',
  path: '/api/account/second_factor.json',
  params: none,
  query: none,
  body: z.object({ user: z.object({ otp: otpEntry.min(1, fault('accounts.code_required')) }) }),
  reply: empty,
  permission: 'signed_in',
  audit: 'user.second_factor_off',
});

export const requestDeletion = endpoint({
  name: 'requestDeletion',
  summary: 'Have the account deleted in 14 days; signs it out everywhere, and signing in again keeps it',
  method: 'POST',
  path: '/api/account/deletion.json',
  params: none,
  query: none,
  body: proof,
  reply: z.object({ deleted_on: instant }),
  permission: 'signed_in',
  audit: 'user.request_deletion',
});
