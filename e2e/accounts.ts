import { randomUUID } from 'node:crypto';
import { addMember } from '@evenstock/contract/stores/members';
import { acceptInvitation, confirmSignUp, register } from '@evenstock/contract/accounts/sign-up';
import { vi } from 'vitest';
import { web } from './addresses.ts';
import { callApi, callerWith, type Caller, type Person } from './api.ts';
import { longestWait } from './longest-wait.ts';

/* Accounts that a journey makes by the API. */

/** The password of every account that a journey makes. */
export const PASSWORD = 'a password of my own';

export interface Account extends Person, Caller {}

/** An unused address. */
export const newEmail = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@journeys.test`;

/** Registers an account and confirms the address by the mailed link. */
export async function newAccount(name: string): Promise<Account> {
  const email = newEmail(name);
  await callApi(register, { body: { user: { email, password: PASSWORD } } });
  const confirmation_token = tokenOf(await mailedLink(email, 'confirmation_token'));
  const { user } = await callApi(confirmSignUp, {
    body: { user: { confirmation_token, password: PASSWORD } },
  });
  return { email, password: PASSWORD, ...callerWith(user.authentication_token) };
}

/** Invites a new person into a store as a member, who accepts. */
export async function newMember(owner: Caller, slug: string, name: string): Promise<Account> {
  const email = newEmail(name);
  const invitation_token = tokenOf(await inviteByApi(owner, slug, email));
  const { user } = await callApi(acceptInvitation, {
    body: { user: { invitation_token, password: PASSWORD } },
  });
  return { email, password: PASSWORD, ...callerWith(user.authentication_token) };
}

const tokenOf = (link: string): string => [...new URL(link).searchParams.values()].at(-1) ?? '';

/** Invites an address into a store; returns the mailed link. */
export async function inviteByApi({ call }: Caller, slug: string, email: string): Promise<string> {
  await call(addMember, { params: { storeId: slug }, body: { store_profile: { email, role: 'member' } } });
  return mailedLink(email, 'invitation_token');
}

/** Waits for the newest mail to an address with this token, and returns its link. */
async function mailedLink(email: string, token: string): Promise<string> {
  const pattern = new RegExp(String.raw`href="(http[^"]+[?;&]${token}=[^"]+)"`);
  const arrived = async () => {
    const row = (await caught('/dev/mail')).split('<tr>').find((each) => each.includes(`<td>${email}<td>`));
    const path = /href="(\/dev\/mail\/\d+)"/.exec(row ?? '')?.[1];
    const found = path === undefined ? undefined : pattern.exec(await caught(path))?.[1];
    return (found ?? '').replaceAll('&amp;', '&');
  };
  return vi.waitUntil(arrived, { timeout: longestWait, interval: 250 });
}

const caught = async (path: string): Promise<string> => (await fetch(web + path)).text();
