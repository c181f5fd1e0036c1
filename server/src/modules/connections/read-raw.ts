import type { Access } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import type { ChannelHttp } from '@evenstock/connectors/kit/http';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../context.ts';
import { invalid } from '../../api/routing.ts';
import { callMarketplace } from './calls/call-marketplace.ts';

export interface RawAnswer {
  /** Method and path, without the query, which may carry secrets. */
  readonly call: string;
  readonly status: number;
  readonly body: string;
}

/**
 * Reads something from a marketplace, and returns the answers unchanged.
 * @param subject names what is read, for the refusal
 * @throws Refusal 422 where it does not answer
 */
export async function readRaw(
  ctx: Context,
  marketplaceId: number,
  subject: 'marketplace' | 'order' | 'product_listing',
  read: (access: Access, connector: Connector) => Promise<unknown>,
): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  try {
    await callMarketplace(ctx, marketplaceId, 'normal', (access, connector) => {
      answers.length = 0;
      return read({ ...access, http: listening(access.http, answers) }, connector);
    });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    if (answers.length === 0) throw invalid(subject, error.fault.reason);
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
