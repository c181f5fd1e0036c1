import { mostCounted } from '@evenstock/contract/insights/needs-you';
import { useInsightsText } from './insights.texts.ts';
import { useTodo } from './use-todo.ts';
import './waiting-count.css';

const figures = new Intl.NumberFormat('en');

/** The count of entries that need a person, in the menu; hidden if it is 0. */
export function WaitingCount() {
  const t = useInsightsText();
  const todo = useTodo();
  if (todo === undefined || todo.total === 0) return null;
  const isMore = todo.total >= mostCounted;
  const shown = figures.format(Math.min(todo.total, mostCounted));
  const words = t('waiting', { count: todo.total });
  return (
    <span className="es-waiting" role="img" aria-label={words} title={words}>
      {isMore ? `${shown}+` : shown}
    </span>
  );
}
