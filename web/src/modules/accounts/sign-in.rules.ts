import { forgetPassword, resetPassword, signIn } from '@evenstock/contract/accounts';
import { english } from '@evenstock/contract/messages/english';
import { readFault } from '@evenstock/contract/messages/message';
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

/** A path of this program, and of no other host; null for anything else. */
export function placeHere(value: unknown): string | null {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : null;
}

/** The first text for each field, in English, by its name. */
function firstErrors(schema: ZodType, body: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
    const fault = readFault(message);
    errors[String(path.at(-1))] ??= fault === null ? message : english(fault);
  }
  return errors;
}
