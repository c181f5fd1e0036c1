import { abilityOfAction } from '@evenstock/contract/actions/actions';
import type { StoreAbility } from '@evenstock/contract/api/endpoint';
import type { SaidMessage } from '@evenstock/contract/messages/message';
import type { NeedsYouItem } from '@evenstock/contract/insights/needs-you';
import { operationAbilities } from '@evenstock/contract/operations/operations';

/** An entry of the list as it is shown, for any source. */
export interface ShownItem {
  readonly key: string;
  readonly what:
    | Extract<NeedsYouItem, { type: 'action' }>['action']['kind']
    | keyof typeof operationAbilities;
  readonly state: 'refused' | 'unconfirmed' | 'failed';
  /** The name of the record: an order's number, a listing's name. */
  readonly name: string;
  /** Path of the record's page within the store. */
  readonly path: string | null;
  readonly marketplace: Extract<NeedsYouItem, { type: 'action' }>['action']['marketplace'] | null;
  readonly email: string | null;
  readonly at: string;
  /** Null if no reason was given. */
  readonly reason: SaidMessage | null;
  readonly canRetry: boolean;
  /** Whether the retry includes all failed rows of its operation. */
  readonly canRetryAll: boolean;
  readonly canDismiss: boolean;
  /** The action is repeated on the record's page, which knows whether it is still possible. */
  readonly isAskedAgainThere: boolean;
}

/** Entries of one kind that failed for one reason, in the order of their first. */
export interface ItemGroup {
  readonly key: string;
  readonly first: ShownItem;
  readonly items: readonly NeedsYouItem[];
  /** What is dismissed with the group: actions by their ids, and rows by the operations that they are of. */
  readonly dismissed: {
    readonly actions: readonly number[];
    readonly rows: readonly { readonly operationId: number; readonly keys: readonly string[] }[];
  };
}

/** Groups the entries of a page by what failed and why. An entry without a reason is a group of its own. */
export function groupItems(
  items: readonly NeedsYouItem[],
  can: (ability: StoreAbility) => boolean,
): readonly ItemGroup[] {
  const shown = items.map((item) => ({ item, entry: shownItem(item, can) }));
  const nameOf = ({ entry: { key, what, state, reason } }: (typeof shown)[number]): string =>
    reason === null ? key : JSON.stringify([what, state, reason.code, reason.values, reason.text]);
  return [...new Set(shown.map(nameOf))].flatMap((name) => {
    const own = shown.filter((one) => nameOf(one) === name);
    const [first] = own;
    if (first === undefined) return [];
    const may = own.filter(({ entry }) => entry.canDismiss).map(({ item }) => item);
    return [
      {
        key: name,
        first: first.entry,
        items: own.map(({ item }) => item),
        dismissed: {
          actions: may.flatMap((item) => (item.type === 'action' ? [item.action.id] : [])),
          rows: rowsByOperation(may),
        },
      },
    ];
  });
}

function rowsByOperation(items: readonly NeedsYouItem[]): ItemGroup['dismissed']['rows'] {
  const rows = items.flatMap((item) => (item.type === 'failed_row' ? [item.failed_row] : []));
  return [...new Set(rows.map(({ operation }) => operation.id))].map((operationId) => ({
    operationId,
    keys: rows.filter(({ operation }) => operation.id === operationId).map(({ key }) => key),
  }));
}

/** Converts an entry of the reply to the form that is shown, for a user with these permissions. */
export function shownItem(item: NeedsYouItem, can: (ability: StoreAbility) => boolean): ShownItem {
  if (item.type === 'failed_row') {
    const { failed_row: row, key, at } = item;
    const mayWork = can(operationAbilities[row.operation.kind]);
    return {
      key,
      what: row.operation.kind,
      state: 'failed',
      name: row.label,
      path: row.path,
      marketplace: row.marketplace,
      email: row.operation.asked_by?.email ?? null,
      at,
      reason: row.reason,
      canRetry: row.operation.can_retry,
      canRetryAll: row.operation.can_retry && row.operation.failed > 1,
      isAskedAgainThere: false,
      canDismiss: mayWork,
    };
  }
  const { action, key, at } = item;
  const isRefused = action.state === 'refused';
  const isOfOrder = action.subject.type === 'Order';
  return {
    key,
    what: action.kind,
    state: isRefused ? 'refused' : 'unconfirmed',
    name: action.subject.name,
    path: action.subject.path,
    marketplace: action.marketplace,
    email: action.asked_by?.email ?? null,
    at,
    reason: item.reason,
    canRetryAll: false,
    canRetry: isRefused && action.may_retry && !isOfOrder && can(abilityOfAction(action.kind)),
    isAskedAgainThere: isRefused && isOfOrder,
    canDismiss: can('order.work'),
  };
}
