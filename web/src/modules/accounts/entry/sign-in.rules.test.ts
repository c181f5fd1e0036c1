import { expect, it } from 'vitest';
import {
  checkForgetPassword,
  checkResetPassword,
  checkSignIn,
  placeAfterSignIn,
  placeHere,
} from './sign-in.rules.ts';

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
  ['eight-88', undefined],
])('checks the new password "%s"', (password, error) => {
  expect(checkResetPassword('token', password).password).toBe(error);
});

it.each([
  ['/stores/kopi/orders?tab=all', '/stores/kopi/orders?tab=all'],
  ['//evil.test/stores', null],
  ['/\\evil.test', null],
  ['https://evil.test/', null],
  ['javascript:alert(1)', null],
  ['stores', null],
  [undefined, null],
])('returns after signing in from %s to %s', (redirect, place) => {
  expect(placeHere(redirect)).toBe(place);
});

const kopi = { id: 1, slug: 'kopi', name: 'Kopi', role: 'owner' } as const;

it.each([
  ['one store, from /', null, '/', [kopi], '/stores/kopi'],
  ['one store, from another page', null, '/faq', [kopi], '/'],
  ['one store, on the way somewhere', '/account', '/', [kopi], '/account'],
  ['two stores', null, '/', [kopi, { ...kopi, id: 2, slug: 'teh' }], null],
  ['no store', null, '/', [], null],
])('signing in opens the right page: %s', (_, from, here, stores, place) => {
  expect(placeAfterSignIn(from, here, stores)).toBe(place);
});
