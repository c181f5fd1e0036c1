import { forgetPassword, resetPassword, signIn, type User } from '@evenstock/contract/accounts';
import { accountMessages } from '@evenstock/contract/messages/accounts';
import { apiMessages } from '@evenstock/contract/messages/api';
import { messageOnWire } from '@evenstock/contract/messages/message';
import { register } from '@evenstock/contract/sign-up';
import type { ZodType } from 'zod';

export type SignInField = 'email' | 'password';
type Errors<Field extends string> = Partial<Record<Field, string>>;

/** What is wrong with the entries, by the contract's own rules; empty when they may be sent. */
export function checkSignIn(email: string, password: string): Errors<SignInField> {
  return firstErrors(signIn.body, { user: { email, password } });
}

export function checkForgetPassword(email: string): Errors<'email'> {
  return firstErrors(forgetPassword.body, { user: { email } });
}

export function checkResetPassword(token: string, password: string): Errors<'password'> {
  return firstErrors(resetPassword.body, { user: { reset_password_token: token, password } });
}

/** What is wrong with a sign-up. @param code the referrer's; null where nobody referred */
export function checkSignUp(
  email: string,
  password: string,
  code: string | null,
): Errors<SignInField | 'code'> {
  return firstErrors(register.body, { user: { email, password, code } });
}

/** Where the person wanted to go before being asked to sign in. Only places of this program. */
export function returnPath(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  return placeHere(state.from);
}

/**
 * Where signing in leads: where one wanted to go, or from `/` into one's only store. Null: nowhere else.
 * @param from where the person wanted to go, if anywhere
 * @param here the path on which they signed in
 */
export function placeAfterSignIn(from: string | null, here: string, stores: User['stores']): string | null {
  if (from !== null) return from;
  if (here !== '/') return '/';
  const [only, ...others] = stores;
  return only === undefined || others.length > 0 ? null : `/stores/${only.slug}`;
}

/** A path of this program, and of no other host; null for anything else. */
export function placeHere(value: unknown): string | null {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : null;
}

/** The first text for each field, in English, by its name. */
function firstErrors(schema: ZodType, body: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
    errors[String(path.at(-1))] ??= faultText(message);
  }
  return errors;
}

/** Texts of the faults that these forms can have: the whole catalogue is too much for a first page. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: accountMessages,
  api: apiMessages,
};

/** The English of a schema's fault; a text of Zod's own stays as it is. */
function faultText(given: string): string {
  if (!given.startsWith('{')) return given;
  const { code, values } = messageOnWire.parse(JSON.parse(given));
  const [module = '', key = ''] = code.split('.');
  const text = texts[module]?.[key] ?? given;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
