import { forgetPassword, resetPassword, signIn } from '@evenstock/contract/accounts';
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

/** The first text for each field, by its name. */
function firstErrors(schema: ZodType, body: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(body).error?.issues ?? []) {
    errors[String(path.at(-1))] ??= message;
  }
  return errors;
}
