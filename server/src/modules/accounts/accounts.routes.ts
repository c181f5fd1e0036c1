import {
  authenticate,
  forgetPassword as forgetPasswordEndpoint,
  resetPassword as resetPasswordEndpoint,
  showAccount,
  signIn as signInEndpoint,
  signOut as signOutEndpoint,
} from '@evenstock/contract/accounts';
import { route, type Route } from '../../routing.ts';
import { describeUser } from './describe-user.ts';
import { forgetPassword } from './forget-password.ts';
import { resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

export const accountsRoutes: readonly Route[] = [
  route(signInEndpoint, async ({ ctx, body, address }) => ({ user: await signIn(ctx, body.user, address) })),
  route(authenticate, async ({ ctx, actor }) => ({ user: await describeUser(ctx, actor.userId) })),
  route(showAccount, async ({ ctx, actor }) => ({ user: await describeUser(ctx, actor.userId) })),
  route(signOutEndpoint, async ({ ctx, actor }) => {
    await signOut(ctx, actor.sessionId);
    return {};
  }),
  route(forgetPasswordEndpoint, async ({ ctx, body, address }) => {
    await forgetPassword(ctx, body.user.email, address);
    return {};
  }),
  route(resetPasswordEndpoint, async ({ ctx, actor, body, address }) => {
    await resetPassword(ctx, body.user, actor, address);
    return {};
  }),
];
