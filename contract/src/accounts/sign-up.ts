import { z } from 'zod';
import {
  emailEntry,
  mailLanguage,
  newPassword,
  otpEntry,
  signedInUser,
  storeRole,
  trackingValue,
} from './accounts.ts';
import { endpoint } from '../api/endpoint.ts';
import { empty, none } from '../api/fields.ts';
import { fault } from '../messages/message.ts';

/** How long the link of a sign-up mail works, in hours. */
export const confirmationHours = 6;

/** A token that came in a mail. */
const linkToken = z
  .string({ error: fault('accounts.link_invalid') })
  .min(1, fault('accounts.link_invalid'))
  .max(200, fault('accounts.link_invalid'));

export const register = endpoint({
  name: 'register',
  summary:
    'Ask for an account: a link is mailed that makes it. The same answer whether the address has an account or not',
  method: 'POST',
  path: '/api/users.json',
  params: none,
  query: none,
  body: z.object({
    user: z.object({
      email: emailEntry,
      password: newPassword,
      /** The referrer's code, from the address of the referral page. */
      code: z.string().min(1, fault('accounts.code_required')).max(100).nullish(),
      /** A random value that the browser keeps: there the mailed link asks for no password. */
      browser_key: z.string().max(200).nullish(),
      ati: trackingValue,
      /** The language of the mail, and of the account’s later ones. */
      language: mailLanguage.nullish(),
    }),
  }),
  reply: empty,
  permission: 'public',
  withExpiredPassword: true,
  audit: null,
});

export const confirmSignUp = endpoint({
  name: 'confirmSignUp',
  summary:
    'Make the account with the token of a mailed link, and sign in. Elsewhere than in the browser that registered, user[password] is asked for',
  method: 'POST',
  path: '/api/users/confirm.json',
  params: none,
  query: none,
  body: z.object({
    user: z.object({
      confirmation_token: linkToken,
      browser_key: z.string().max(200).nullish(),
      password: z.string().max(1000).nullish(),
    }),
  }),
  reply: z.object({ user: signedInUser }),
  permission: 'public',
  withExpiredPassword: true,
  audit: 'user.register',
});

export const readInvitation = endpoint({
  name: 'readInvitation',
  summary: 'What a mailed invitation is for',
  method: 'POST',
  path: '/api/account/invitation.json',
  params: none,
  query: none,
  body: z.object({ user: z.object({ invitation_token: linkToken }) }),
  reply: z.object({
    invitation: z.object({
      email: z.string(),
      store_name: z.string(),
      role: storeRole.exclude(['owner']),
      /** The address has an account already: sign in, then accept. */
      has_account: z.boolean(),
    }),
  }),
  permission: 'public',
  withExpiredPassword: true,
  audit: null,
});

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary:
    'Accept an invitation and sign in: with a password for a new account, without one where its account is signed in',
  method: 'POST',
  path: '/api/account/accept_invitation.json',
  params: none,
  query: none,
  body: z.object({ user: z.object({ invitation_token: linkToken, password: newPassword.optional() }) }),
  reply: z.object({ user: signedInUser }),
  permission: 'public',
  audit: 'store_profile.accept',
});

export const signInFromConsole = endpoint({
  name: 'signInFromConsole',
  summary: 'Sign in with a login session of the sister console, once; 404 where there is no console',
  method: 'POST',
  path: '/api/v2/sessions.json',
  params: none,
  query: none,
  body: z.object({
    user: z.object({
      email: emailEntry,
      id: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(200)),
      otp: otpEntry.optional(),
      ati: trackingValue,
    }),
    loginSession: z.string().min(1, fault('accounts.login_session_required')).max(4000),
  }),
  reply: z.object({ user: signedInUser }),
  permission: 'public',
  withExpiredPassword: true,
  audit: null,
});
