import * as contract from '@evenstock/contract/accounts/accounts';
import * as own from '@evenstock/contract/accounts/own-account';
import * as signUp from '@evenstock/contract/accounts/sign-up';
import { route, type Route } from '../../api/routing.ts';
import { changePassword } from './change-password.ts';
import { chooseLanguage } from './account/choose-language.ts';
import { confirmSignUp } from './registration/confirm-sign-up.ts';
import { describeUser } from './account/describe-user.ts';
import { forgetPassword } from './forget-password.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { register } from './registration/register.ts';
import { requestDeletion } from './request-deletion.ts';
import { resetPassword } from './reset-password.ts';
import { beginSecondFactor, switchSecondFactorOff, switchSecondFactorOn } from './second-factor.ts';
import { signInFromConsole } from './sign-in-from-console.ts';
import { signIn } from './sign-in.ts';
import { signOut, signOutElsewhere, signOutSession } from './sessions/sign-out.ts';

export const accountsRoutes: readonly Route[] = [
  route(contract.signIn, async ({ ctx, body, address, agent }) => ({
    user: await signIn(ctx, body.user, { address, agent }),
  })),
  route(contract.authenticate, async ({ ctx, actor }) => ({ user: await describeUser(ctx, actor.userId) })),
  route(contract.showAccount, async ({ ctx, actor }) => ({ user: await describeUser(ctx, actor.userId) })),
  route(contract.signOut, async ({ ctx, actor }) => {
    await signOut(ctx, actor);
    return {};
  }),
  route(contract.forgetPassword, async ({ ctx, body, address }) => {
    await forgetPassword(ctx, body.user.email, address);
    return {};
  }),
  route(contract.resetPassword, async ({ ctx, actor, body, address }) => {
    await resetPassword(ctx, body.user, actor, address);
    return {};
  }),

  route(signUp.register, async ({ ctx, body, address }) => {
    await register(ctx, body.user, address);
    return {};
  }),
  route(signUp.confirmSignUp, async ({ ctx, body, address, agent }) => ({
    user: await confirmSignUp(ctx, body.user, { address, agent }),
  })),
  route(signUp.signInFromConsole, async ({ ctx, body, address, agent }) => ({
    user: await signInFromConsole(ctx, body.user, body.loginSession, { address, agent }),
  })),

  route(own.changePassword, async ({ ctx, actor, body, address }) => {
    await changePassword(ctx, actor, body.user, address);
    return { user: await describeUser(ctx, actor.userId) };
  }),
  route(own.chooseLanguage, async ({ ctx, actor, body }) => {
    await chooseLanguage(ctx, actor, body.user.language);
    return {};
  }),
  route(own.listSessions, ({ ctx, actor }) => listSessions(ctx, actor)),
  route(own.endOtherSessions, async ({ ctx, actor }) => {
    await signOutElsewhere(ctx, actor);
    return {};
  }),
  route(own.endOneSession, async ({ ctx, actor, params }) => {
    await signOutSession(ctx, actor, params.sessionId);
    return {};
  }),
  route(own.beginSecondFactor, async ({ ctx, actor, body, address }) => ({
    second_factor: await beginSecondFactor(ctx, actor, body?.user?.current_password, address),
  })),
  route(own.switchSecondFactorOn, async ({ ctx, actor, body, address }) => ({
    recovery_codes: await switchSecondFactorOn(ctx, actor, body.user.otp, address),
  })),
  route(own.switchSecondFactorOff, async ({ ctx, actor, body, address }) => {
    await switchSecondFactorOff(ctx, actor, body.user.otp, address);
    return {};
  }),
  route(own.requestDeletion, async ({ ctx, actor, body, address }) => {
    const on = await requestDeletion(ctx, actor, body?.user?.current_password, address);
    return { deleted_on: on.toISOString() };
  }),
];
