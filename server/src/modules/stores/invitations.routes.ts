import * as contract from '@evenstock/contract/accounts/sign-up';
import { route, type Route } from '../../api/routing.ts';
import { acceptWithPassword, describeInvitation } from './members/accept-with-password.ts';

export const invitationsRoutes: readonly Route[] = [
  route(contract.readInvitation, ({ ctx, body }) => describeInvitation(ctx, body.user.invitation_token)),
  route(contract.acceptInvitation, async ({ ctx, actor, body, address, agent }) => ({
    user: await acceptWithPassword(ctx, body.user, actor, { address, agent }),
  })),
];
