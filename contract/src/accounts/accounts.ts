import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { empty, id, instant, none } from '../api/fields.ts';
import { fault } from '../messages/message.ts';

/** Roles of an account over the whole installation; admin and developer are platform admins. */
export const userRole = z.enum(['member', 'admin', 'developer']);
export type UserRole = z.infer<typeof userRole>;
/** Roles of a member in one store; "store admin" includes the owner. */
export const storeRole = z.enum(['owner', 'admin', 'member']);
export type StoreRole = z.infer<typeof storeRole>;
const numberedRoles = ['member', 'admin', 'owner'] as const;
/** The same as a reply carries it. This server sends words; a number is read as well: 0 member, 1 admin, 2 owner. */
export const readStoreRole = z.union([
  storeRole,
  z.literal([0, 1, 2]).transform((number): StoreRole => numberedRoles[number]),
]);

/** The languages of screens and mails. */
export const mailLanguage = z.enum(['en', 'zh']);
export type MailLanguage = z.infer<typeof mailLanguage>;

export const user = z.object({
  id,
  email: z.string(),
  role: userRole,
  password_expired: z.boolean(),
  /** The password is one that is tried first; it still signs in, and should be changed. */
  password_common: z.boolean(),
  avatar_url: z.string().nullable(),
  invitation_pending: z.boolean(),
  invitation_accepted_at: instant.nullable(),
  /** False for people who only ever came in through the sister console. */
  has_password: z.boolean(),
  second_factor_on: z.boolean(),
  /** The language of mails; null: none was chosen, they are English. */
  language: mailLanguage.nullable(),
  stores: z.array(z.object({ id, slug: z.string(), name: z.string(), role: readStoreRole })),
});
export type User = z.infer<typeof user>;
export const signedInUser = user.extend({ authentication_token: z.string() });
export type SignedInUser = z.infer<typeof signedInUser>;

/** Fewest characters of a new password. The server refuses common ones besides. */
export const passwordMinLength = 8;
/** Recommended length of a password. */
export const passwordGoodLength = 12;

/** An email as people type it. */
export const emailEntry = z
  .string({ error: fault('accounts.email_required') })
  .trim()
  .min(1, fault('accounts.email_required'))
  .pipe(z.email(fault('accounts.email_invalid')));
/** A password that is being set. */
export const newPassword = z
  .string({ error: fault('accounts.password_required') })
  .min(1, { error: fault('accounts.password_required'), abort: true })
  .min(passwordMinLength, fault('accounts.password_too_short', { limit: passwordMinLength }))
  .max(1000);
/** Value of the tracking cookie `ati`, where the browser has one. */
export const trackingValue = z.string().max(200).nullish();
/** A code of the second factor: six digits of the app, or a recovery code. */
export const otpEntry = z.string().trim().max(40);

export const signIn = endpoint({
  name: 'signIn',
  summary:
    'Sign in with email and password; where a second factor is on, 401 with otp_required asks for its code as user[otp]',
  method: 'POST',
  path: '/api/sessions.json',
  params: none,
  query: none,
  body: z.object({
    user: z.object({
      email: emailEntry,
      password: z
        .string({ error: fault('accounts.password_required') })
        .min(1, fault('accounts.password_required'))
        .max(1000),
      otp: otpEntry.optional(),
      ati: trackingValue,
    }),
  }),
  reply: z.object({ user: signedInUser }),
  permission: 'public',
  withExpiredPassword: true,
  audit: null,
});

export const authenticate = endpoint({
  name: 'authenticate',
  summary: 'The account that a stored token belongs to',
  method: 'POST',
  path: '/api/sessions/authenticate.json',
  params: none,
  query: none,
  body: none,
  reply: z.object({ user }),
  permission: 'signed_in',
  withExpiredPassword: true,
  audit: null,
});

export const signOut = endpoint({
  name: 'signOut',
  summary: 'End this session',
  method: 'DELETE',
  path: '/api/sessions.json',
  params: none,
  query: none,
  body: none,
  reply: empty,
  permission: 'signed_in',
  withExpiredPassword: true,
  audit: null,
});

export const forgetPassword = endpoint({
  name: 'forgetPassword',
  summary: 'Mail a link that resets the password of an account; the same answer whether there is one or not',
  method: 'POST',
  path: '/api/account/forget_password.json',
  params: none,
  query: none,
  body: z.object({ user: z.object({ email: emailEntry }) }),
  reply: empty,
  permission: 'public',
  withExpiredPassword: true,
  audit: null,
});

export const resetPassword = endpoint({
  name: 'resetPassword',
  summary: 'Set a new password with the token of a mailed link; ends all other sessions of the account',
  method: 'POST',
  path: '/api/account/reset_password.json',
  params: none,
  query: none,
  body: z.object({
    user: z.object({
      reset_password_token: z
        .string({ error: fault('accounts.link_invalid') })
        .min(1, fault('accounts.link_invalid'))
        .max(200, fault('accounts.link_invalid')),
      password: newPassword,
    }),
  }),
  reply: empty,
  permission: 'public',
  withExpiredPassword: true,
  audit: 'user.reset_password',
});

export const showAccount = endpoint({
  name: 'showAccount',
  summary: 'The signed-in account',
  method: 'GET',
  path: '/api/account.json',
  params: none,
  query: none,
  body: none,
  reply: z.object({ user }),
  permission: 'signed_in',
  withExpiredPassword: true,
  audit: null,
});
