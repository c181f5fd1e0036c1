import type { LabelForm, LabelResult, OrderRef } from '@evenstock/connectors/kit/capabilities';
import { ChannelError, type ChannelFault } from '@evenstock/connectors/kit/errors';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { readLimited } from '../../platform/network/read-limited.ts';
import { withinTime } from '../../platform/time/time-limit.ts';
import { callMarketplace } from '../connections/calls/call-marketplace.ts';
import { isReadable } from './labels/join-labels.ts';
import { isWholeZpl, kindOfLabel, type LabelKind } from './labels/label-content.rules.ts';
import type { OrderToPrint } from './printing.queries.ts';
import { sanitiseLabel } from './labels/sanitise-label.ts';

/** The longest that one marketplace is waited for; the same orders are asked for again later. */
const ANSWER_WITHIN = 35_000;
const DOWNLOAD_WITHIN = 15_000;
/** Of one label: hundreds of pages. */
const MAX_LABEL_BYTES = 32 * 1024 * 1024;
const MOST_MB = 10;
const AGAIN_SECONDS = 10;

interface Later<Outcome> {
  readonly outcome: Outcome;
  readonly afterSeconds: number;
  readonly reason: Message;
}

/** What became of an order's label; `retry`: it is being made; `silent`: its marketplace gave no answer. */
export type FetchedLabel =
  | { readonly outcome: 'ready'; readonly kind: LabelKind; readonly bytes: Uint8Array }
  | Later<'retry' | 'silent'>
  | { readonly outcome: 'failed'; readonly reason: Message };

export const isSilent = (label: FetchedLabel): label is Later<'silent'> => label.outcome === 'silent';

/** Asks the marketplaces of orders for their labels, each marketplace once. @returns by the ids of the orders */
export async function fetchLabels(
  ctx: Context,
  orders: readonly OrderToPrint[],
  form: LabelForm = 'page',
): Promise<ReadonlyMap<number, FetchedLabel>> {
  const withBuyers = orders.filter(({ buyer_deleted_at: at }) => at === null);
  const marketplaces = new Set(withBuyers.map(({ marketplace_id: id }) => id));
  const fetched = await Promise.all(
    [...marketplaces].map((asked) =>
      fetchOfOne(
        ctx,
        withBuyers.filter(({ marketplace_id: id }) => id === asked),
        form,
      ),
    ),
  );
  const others = orders.filter(({ buyer_deleted_at: at }) => at !== null);
  const refused = others.map(({ id }): Fetched => [id, failed(message('printing.buyer_deleted'))]);
  return new Map([...fetched.flat(), ...refused]);
}

type Fetched = readonly [orderId: number, label: FetchedLabel];

async function fetchOfOne(
  ctx: Context,
  orders: readonly OrderToPrint[],
  form: LabelForm,
): Promise<readonly Fetched[]> {
  const [first] = orders;
  if (first === undefined) return [];
  const { channel, marketplace_name: marketplace } = first;
  const all = (label: FetchedLabel): Fetched[] => orders.map(({ id }) => [id, label]);
  if (ctx.connectors[channel].labels === undefined) {
    return all(failed(message('printing.no_labels', { channel: channels[channel].label })));
  }
  if (!first.is_verified) return all(failed(message('printing.not_authorised', { marketplace })));
  const refs = orders.map(({ number, channel_order_id: channelId, items }) => ({
    number,
    channelId,
    lines: items.map(({ line_id: lineId }) => ({ lineId })),
  }));
  try {
    const answered = await withinTime(ask(ctx, first, refs, form), ANSWER_WITHIN, (error) => {
      ctx.log.info({ err: error }, 'Labels could not be fetched within the time limit.');
    });
    if (answered === null) return all({ ...later(channel, AGAIN_SECONDS), outcome: 'silent' });
    return await Promise.all(
      orders.map(async (order, place): Promise<Fetched> => {
        const result = answered.value[place];
        return [
          order.id,
          result === undefined ? later(channel, AGAIN_SECONDS) : await open(ctx, order, result),
        ];
      }),
    );
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return all(ofFault(error.fault));
  }
}

async function ask(
  ctx: Context,
  { marketplace_id: marketplaceId }: OrderToPrint,
  refs: readonly OrderRef[],
  form: LabelForm,
): Promise<readonly LabelResult[]> {
  return callMarketplace(
    ctx,
    marketplaceId,
    'normal',
    async (access, connector) => (await connector.labels?.print(access, refs, form)) ?? [],
  );
}

function ofFault(fault: ChannelFault): FetchedLabel {
  if (fault.kind === 'throttled') {
    return { outcome: 'silent', afterSeconds: fault.afterSeconds, reason: fault.reason };
  }
  if (fault.kind === 'unavailable') {
    return { outcome: 'silent', afterSeconds: AGAIN_SECONDS, reason: fault.reason };
  }
  return failed(fault.reason);
}

const failed = (reason: Message): FetchedLabel => ({ outcome: 'failed', reason });

const later = (channel: ChannelKind, afterSeconds: number): Later<'retry'> => ({
  outcome: 'retry',
  afterSeconds,
  reason: message('printing.not_ready', { channel: channels[channel].label }),
});

/** The label of an answer: its bytes, fetched if the answer names an address, and parsed to be sure that they can be printed. */
async function open(ctx: Context, order: OrderToPrint, result: LabelResult): Promise<FetchedLabel> {
  const { channel } = order;
  if (result.outcome === 'retry') {
    const { afterSeconds, because: reason } = result;
    return reason === undefined ? later(channel, afterSeconds) : { outcome: 'silent', afterSeconds, reason };
  }
  if (result.outcome === 'rejected') return failed(result.reason);
  const name = channels[channel].label;
  if ('bytes' in result.label) return read(order, result.label.bytes);
  try {
    const answer = await ctx.fetch(result.label.url, {
      redirect: 'error',
      signal: AbortSignal.timeout(DOWNLOAD_WITHIN),
    });
    const bytes = answer.ok ? await readLimited(answer, MAX_LABEL_BYTES) : null;
    if (bytes !== null) return await read(order, bytes);
    ctx.log.info(
      { channel, status: answer.status },
      'The address of a label answered with an error, or with too much.',
    );
  } catch (error) {
    // Its address is as good as the label: it is not logged.
    ctx.log.info(
      { channel, error: error instanceof Error ? error.name : 'unknown' },
      'A label was not fetched.',
    );
  }
  // The address may have ended: the next try asks for a new one.
  return {
    outcome: 'retry',
    afterSeconds: AGAIN_SECONDS,
    reason: message('printing.not_fetched', { channel: name }),
  };
}

async function read(order: OrderToPrint, bytes: Uint8Array): Promise<FetchedLabel> {
  const channel = channels[order.channel].label;
  if (bytes.length > MOST_MB * 1024 * 1024) {
    return failed(message('printing.too_large', { channel, limit: MOST_MB }));
  }
  const kind = kindOfLabel(bytes);
  const unreadable = failed(message('printing.unreadable', { channel }));
  if (kind === null) return unreadable;
  if (kind === 'zpl') return isWholeZpl(bytes) ? { outcome: 'ready', kind, bytes } : unreadable;
  if (kind !== 'html')
    return (await isReadable({ kind, bytes })) ? { outcome: 'ready', kind, bytes } : unreadable;
  const page = sanitiseLabel(Buffer.from(bytes).toString('utf8'), order.reference_number);
  return page === null ? unreadable : { outcome: 'ready', kind, bytes: Buffer.from(page, 'utf8') };
}
