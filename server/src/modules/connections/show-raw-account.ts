import type { ChannelHttp } from '@evenstock/connectors/kit/http';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../context.ts';
import { invalid } from '../../api/routing.ts';
import { callMarketplace } from './call-marketplace.ts';
import type { MarketplaceRecord } from '../marketplaces/show-marketplace.ts';

interface RawAnswer {
  /** Method and path, without the query, which may carry secrets. */
  readonly call: string;
  readonly status: number;
  readonly body: string;
}

/**
 * Reads the marketplace's own description of the shop, unchanged.
 * @throws Refusal 422 where it does not answer
 */
export async function showRawAccount(ctx: Context, { id }: MarketplaceRecord): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  try {
    await callMarketplace(ctx, id, 'normal', (access, connector) => {
      answers.length = 0;
      return connector.account.describe({ ...access, http: listening(access.http, answers) });
    });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    if (answers.length === 0) throw invalid('marketplace', error.fault.reason);
  }
  return answers;
}

function listening(http: ChannelHttp, answers: RawAnswer[]): ChannelHttp {
  return {
    now: () => http.now(),
    async send(request) {
      const reply = await http.send(request);
      const call = `${request.method} ${new URL(request.url).pathname}`;
      answers.push({ call, status: reply.status, body: reply.text });
      return reply;
    },
  };
}
