import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import { findConsentRunOut, lockIfConsentRanOut } from './calls/connections.queries.ts';
import { endAuthorisation } from './calls/end-authorisation.ts';

/** Ends the authorisation of each marketplace whose consent has run out. */
export async function endExpiredConsent(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const of = { log: ctx.log, task: 'connections.end_authorisation' };
  await eachAlone(of, await findConsentRunOut(ctx.db, now), ({ id }) =>
    endAuthorisation(ctx, id, message('connections.consent_ran_out'), (tx) =>
      lockIfConsentRanOut(tx, id, now),
    ),
  );
}
