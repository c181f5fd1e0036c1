import { expect, it } from 'vitest';
import { entryErrorKey } from './entry-errors.rules.ts';
import { checkForgetPassword, checkResetPassword, checkSignIn, checkSignUp } from './sign-in.rules.ts';

it.each([
  checkSignIn('', ''),
  checkSignIn('owner', ''),
  checkSignUp('owner', 'seven77', null),
  checkForgetPassword(''),
  checkResetPassword('token', 'seven77'),
])('has a text for each of %o', (errors) => {
  expect(Object.values(errors).map(entryErrorKey)).not.toContain(null);
});

it('has no text for errors that only the server finds', () => {
  expect(entryErrorKey('Invalid email and/or password')).toBeNull();
});
