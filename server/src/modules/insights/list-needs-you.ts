import type { Action } from '@evenstock/contract/actions/actions';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import {
  mostCounted,
  type listNeedsYou as endpoint,
  type NeedsYouItem,
} from '@evenstock/contract/insights/needs-you';
import { said } from '@evenstock/contract/messages/english';
import { fromChannel, message, type SaidMessage } from '@evenstock/contract/messages/message';
import type { Call } from '../../api/routing.ts';
import { countUndone, listUndone } from '../actions/list-actions.ts';
import { countFailed, listFailedRows } from '../operations/list-failed-rows.ts';
import { actionsAfter, mergePage, readPlace, rowsAfter, writePlace, type Place } from './needs-you.rules.ts';

const PAGE = 25;
type Item = NeedsYouItem & { readonly place: Place };

/**
 * Lists the actions and rows that failed and that nobody dismissed, newest first. A page begins after a position, so that none is
 * skipped.
 */
export async function listNeedsYou(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, query } = call;
  const onlyLabels = query.scope === 'labels';
  const place = query.before === undefined ? null : readPlace(query.before);
  const kind = onlyLabels ? 'order.print_labels' : null;
  const actions = onlyLabels ? [] : await listUndone(ctx, store.id, actionsAfter(place), PAGE + 1);
  const rows = await listFailedRows(ctx, call, kind, rowsAfter(place), PAGE + 1);
  const { items, next } = mergePage<Item>(
    [
      actions.map((action): Item => {
        const at = { at: new Date(action.asked_at), of: 'a', id: action.id, position: 0 } as const;
        return {
          type: 'action',
          key: writePlace(at),
          at: action.asked_at,
          action,
          reason: reasonOf(action),
          place: at,
        };
      }),
      rows.map(({ position, row }): Item => {
        const at = { at: new Date(row.at), of: 'r', id: row.operation.id, position } as const;
        return { type: 'failed_row', key: writePlace(at), at: row.at, failed_row: row, place: at };
      }),
    ],
    PAGE,
  );
  const counted = onlyLabels ? 0 : await countUndone(ctx, store.id, mostCounted);
  const failed = await countFailed(ctx, { storeId: store.id, kind }, mostCounted);
  return { items: items.map(withoutPlace), total_count: Math.min(counted + failed, mostCounted), next };
}

const withoutPlace = ({ place: _place, ...item }: Item): NeedsYouItem => item;

/** Why an action needs a person. */
function reasonOf({ outcome }: Action): SaidMessage {
  if (outcome === null) return said(message('actions.unknown_still'));
  return { ...(outcome.message ?? fromChannel(outcome.reason)), text: outcome.reason };
}
