import { forgetPassword, resetPassword, signIn, type User } from '@evenstock/contract/accounts/accounts';
import { accountMessages } from '@evenstock/contract/messages/stores/accounts';
import { apiMessages } from '@evenstock/contract/messages/api';
import { messageOnWire } from '@evenstock/contract/messages/message';
import { register } from '@evenstock/contract/accounts/sign-up';
import type { ZodType } from 'zod';

export type SignInField = 'email' | 'password';
type Errors<Field extends string> = Partial<Record<Field, string>>;

/** The errors of the entries by the contract's schemas; empty if they are valid. */
export function checkSignIn(email: string, password: string): Errors<SignInField> {
  return firstErrors(signIn.body, { user: { email, password } });
}

export function checkForgetPassword(email: string): Errors<'email'> {
  return firstErrors(forgetPassword.body, { user: { email } });
}

export function checkResetPassword(token: string, password: string): Errors<'password'> {
  return firstErrors(resetPassword.body, { user: { reset_password_token: token, password } });
}

/** The errors of a sign-up. @param code the referrer's code; null without a referrer */
export function checkSignUp(
  email: string,
  password: string,
  code: string | null,
): Errors<SignInField | 'code'> {
  return firstErrors(register.body, { user: { email, password, code } });
}

/** The path that was asked for before the sign-in; only paths of this program are accepted. */
export function returnPath(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  return placeHere(state.from);
}

/**
 * The path to open after signing in: the one that was asked for, or from `/` the user's only store. Null: stay here.
 * @param from the path that was asked for, if any
 * @param here the path on which they signed in
 */
export function placeAfterSignIn(from: string | null, here: string, stores: User['stores']): string | null {
  if (from !== null) return from;
  if (here !== '/') return '/';
  const [only, ...others] = stores;
  return only === undefined || others.length > 0 ? null : `/stores/${only.slug}`;
}

/** A path within this program; null for any other value, such as an address of another host. */
export function placeHere(value: unknown): string | null {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : null;
}

/** The first error of each field, in English, by the name of the field. */
function firstErrors(schema: ZodType, body: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
    errors[String(path.at(-1))] ??= faultText(message);
  }
  return errors;
}

/** Texts of the errors that these forms can have; the whole catalogue would be too large for a first page. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: accountMessages,
  api: apiMessages,
};

/** The English text of a validation error; Zod's own texts are returned unchanged. */
function faultText(given: string): string {
  if (!given.startsWith('{')) return given;
  const { code, values } = messageOnWire.parse(JSON.parse(given));
  const [module = '', key = ''] = code.split('.');
  const text = texts[module]?.[key] ?? given;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
