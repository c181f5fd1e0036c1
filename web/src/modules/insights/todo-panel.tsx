import { CheckCircleFilled, RightOutlined } from '@ant-design/icons';
import { mostCounted, type Todo } from '@evenstock/contract/insights/needs-you';
import { listMergeable } from '@evenstock/contract/catalog/suggested-merges';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import './todo-panel.css';
import { useInsightsText } from './insights.texts.ts';
import { todoList, type TodoKind } from './todo-lists.rules.ts';
import { useTodo } from './use-todo.ts';

/** The text of each to-do kind. */
const kinds = [
  { of: 'cancellations_to_answer', text: 'todoCancellations' },
  { of: 'returns_to_answer', text: 'todoReturns' },
  { of: 'orders_to_ship', text: 'todoShip' },
  { of: 'needs_you', text: 'todoNeedsYou' },
  { of: 'orders_to_link', text: 'todoLink' },
  { of: 'failed_labels', text: 'todoLabels' },
  { of: 'refused_quantities', text: 'todoRefused' },
  { of: 'oversold_skus', text: 'todoOversold' },
  { of: 'running_out_skus', text: 'todoRunningOut' },
  { of: 'places_to_choose', text: 'todoPlaces' },
  { of: 'ending_authorisations', text: 'todoAuthorisations' },
] as const satisfies readonly { of: TodoKind; text: string }[];

/** The to-do counts of a store; each opens the list of the counted records. */
export function TodoPanel() {
  const t = useInsightsText();
  const { storeId } = useStore();
  const todo = useTodo();
  const { data: merges, isPending: areMergesPending } = useCall(
    listMergeable,
    { params: { storeId }, query: { per_page: 1 } },
    { live: ['merges', 'variants'] },
  );
  const suggested = merges?.total_count ?? 0;
  const line = (key: string, to: string, text: string, count: number, beside: ReactNode = null) => (
    <li key={key}>
      <Link to={`/stores/${storeId}/${to}`}>
        <span>{count < mostCounted ? text : t('moreThan', { text })}</span>
        {beside}
        <RightOutlined aria-hidden="true" />
      </Link>
    </li>
  );
  return (
    <Panel title={t('todo')} flush>
      <div aria-live="polite">
        {todo === undefined || (todo.total === 0 && areMergesPending) ? (
          <Skeleton active className="es-todo-none" title={false} paragraph={{ rows: 3 }} />
        ) : (
          <>
            {todo.total === 0 && suggested === 0 && (
              <p className="es-todo-none">
                <CheckCircleFilled className="es-step-done" aria-hidden="true" />
                <span>
                  <strong>{t('todoNone')}</strong>
                  <span className="es-quiet">{t('todoNoneHint')}</span>
                </span>
              </p>
            )}
            {(todo.total > 0 || suggested > 0) && (
              <ul className="es-todo">
                {kinds
                  .filter(({ of }) => todo[of] > 0)
                  .map(({ of, text }) =>
                    line(
                      of,
                      todoList(of, todo),
                      t(text, { count: todo[of] }),
                      todo[of],
                      <Deadlines of={of} todo={todo} />,
                    ),
                  )}
                {suggested > 0 &&
                  line(
                    'merges',
                    'products/merge?tab=suggested',
                    t('todoMerges', { count: suggested }),
                    suggested,
                  )}
              </ul>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

/** How many of a kind are late or due today, where they have deadlines. */
function Deadlines({ of, todo }: { readonly of: TodoKind; readonly todo: Todo }) {
  const t = useInsightsText();
  if (of !== 'orders_to_ship' && of !== 'returns_to_answer') return null;
  const late = of === 'orders_to_ship' ? todo.orders_late : 0;
  const today = of === 'orders_to_ship' ? todo.orders_due_today : todo.returns_due_today;
  return (
    <span className="es-todo-deadlines">
      {late > 0 && <span className="es-error">{t('todoLate', { count: late })}</span>}
      {today > 0 && <span className="es-quiet">{t('todoToday', { count: today })}</span>}
    </span>
  );
}
