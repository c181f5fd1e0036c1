import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { findConsentRunOut } from './connections.queries.ts';
import { endAuthorisation } from './end-authorisation.ts';

/** Ends the authorisation of each marketplace whose consent has run out. */
export async function endExpiredConsent(ctx: Context): Promise<void> {
  for (const { id } of await findConsentRunOut(ctx.db, ctx.clock.now())) {
    await endAuthorisation(ctx, id, message('connections.consent_ran_out'), null);
  }
}
