import { expect, it } from 'vitest';
import { checkForgetPassword, checkResetPassword, checkSignIn } from './sign-in.rules.ts';

it.each([
  ['', '', { email: 'Email is required', password: 'Password is required' }],
  ['  ', 'x', { email: 'Email is required' }],
  ['owner', 'x', { email: 'Email is invalid' }],
  ['owner@demo.test', '', { password: 'Password is required' }],
  [' owner@demo.test ', 'x', {}],
])('checks "%s" and "%s"', (email, password, errors) => {
  expect(checkSignIn(email, password)).toEqual(errors);
});

it.each([
  ['', 'Email is required'],
  ['owner', 'Email is invalid'],
  [' owner@demo.test ', undefined],
])('checks the address "%s" of a reset link', (email, error) => {
  expect(checkForgetPassword(email).email).toBe(error);
});

it.each([
  ['', 'Password is required'],
  ['seven77', 'Password must be at least 8 characters long'],
  ['eight888', undefined],
])('checks the new password "%s"', (password, error) => {
  expect(checkResetPassword('token', password).password).toBe(error);
});
