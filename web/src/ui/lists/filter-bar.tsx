import { CloseOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import Input from 'antd/es/input/Input';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { PillProps } from './filter-editor.tsx';
import { lazyPart, MissingPart, type WaitingProps } from '../pages/lazy-part.tsx';
import { initialFilters, isNarrowed, type Filter, type ListSpec, type ListState } from './list-state.ts';
import { useUiText } from '../texts/ui.texts.ts';

/** Loads calendar and choices when a filter is opened or hovered. */
const FilterEditor = lazyPart(async () => (await import('./filter-editor.tsx')).FilterEditor, EditorWaiting);

function EditorWaiting({ failed }: WaitingProps) {
  const t = useUiText();
  if (failed) return <MissingPart />;
  return <div className="es-filter-loading" role="status" aria-label={t('loading')} />;
}

/** Debounce of the search box, in milliseconds. */
const searchDelay = 500;

interface FilterBarProps {
  readonly spec: ListSpec;
  readonly state: ListState;
  readonly onChange: (filters: Readonly<Record<string, string>>) => void;
  /** Shown at the end of the bar. */
  readonly beside?: ReactNode;
}

/** The search box and one pill for each filter; active filters can be removed one by one or all at once. */
export function FilterBar({ spec, state, onChange, beside }: FilterBarProps) {
  const t = useUiText();
  const filters = spec.filters ?? [];
  if (filters.length === 0) return null;
  const offered = filters.filter(
    (filter) =>
      filter.onlyIn === undefined ||
      (state.tab !== null && filter.onlyIn.includes(state.tab)) ||
      namesOf(filter).some((name) => (state.filters[name] ?? '') !== ''),
  );
  const set = (values: Readonly<Record<string, string>>) => onChange({ ...state.filters, ...values });
  return (
    <div className="es-filters" role="search">
      {offered.map((filter) =>
        filter.kind === 'search' ? (
          <SearchBox
            key={filter.name}
            label={filter.label}
            value={state.filters[filter.name] ?? ''}
            onChange={(value) => set({ [filter.name]: value })}
          />
        ) : (
          <Pill key={nameOf(filter)} filter={filter} values={state.filters} onChange={set} />
        ),
      )}
      {isNarrowed(state, spec) && (
        <Button type="link" size="small" onClick={() => onChange(initialFilters(filters))}>
          {t('clearAll')}
        </Button>
      )}
      {beside !== undefined && <div className="es-filters-beside">{beside}</div>}
    </div>
  );
}

function nameOf(filter: Filter): string {
  return filter.kind === 'days' ? filter.from : filter.name;
}

const namesOf = (filter: Filter): readonly string[] =>
  filter.kind === 'days' ? [filter.from, filter.to] : [filter.name];

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // The address was changed from outside: by Back, or by 'Clear all'.
    setKnown(value);
    setTyped(value);
  }
  const send = useRef(onChange);
  useEffect(() => {
    send.current = onChange;
  });
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => send.current(typed.trim()), searchDelay);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <Input
      className="es-search"
      type="search"
      prefix={<SearchOutlined aria-hidden />}
      allowClear
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text');
        if (!/[\n\r\t]/.test(pasted.trim())) return;
        // The field would join the lines without anything between them.
        event.preventDefault();
        const { selectionStart: from, selectionEnd: to } = event.currentTarget;
        setTyped(typed.slice(0, from ?? typed.length) + onOneLine(pasted) + typed.slice(to ?? typed.length));
      }}
      onPressEnter={() => onChange(typed.trim())}
    />
  );
}

/** Pasted lines or cells on one line, with commas between them. */
const onOneLine = (pasted: string): string =>
  pasted
    .split(/[\n\r\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');

function Pill({ filter, values, onChange }: PillProps) {
  const t = useUiText();
  const [open, setOpen] = useState(false);
  const shown = useShownValue(filter, values);
  const initial = filter.kind === 'days' ? initialFilters([filter]) : {};
  const names = namesOf(filter);
  const removable = names.some((name) => (values[name] ?? '') !== (initial[name] ?? ''));
  const text =
    shown === null
      ? filter.label
      : t(filter.kind === 'days' ? 'filterDays' : 'filterIs', { label: filter.label, value: shown });
  const remove = () => onChange(Object.fromEntries(names.map((name) => [name, initial[name] ?? ''])));

  if (filter.kind === 'flag') {
    const on = values[filter.name] === 'true';
    return (
      <span className={on ? 'es-pill es-pill-on' : 'es-pill'}>
        <button type="button" aria-pressed={on} onClick={() => onChange({ [filter.name]: on ? '' : 'true' })}>
          {filter.label}
        </button>
      </span>
    );
  }
  return (
    <span className={shown === null ? 'es-pill' : 'es-pill es-pill-on'}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={open}
        onOpenChange={setOpen}
        destroyOnHidden
        content={
          <FilterEditor
            filter={filter}
            values={values}
            onChange={(next) => {
              onChange(next);
              setOpen(false);
            }}
          />
        }
      >
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={FilterEditor.preload}
          onFocus={FilterEditor.preload}
        >
          {text}
        </button>
      </Popover>
      {removable && (
        <button
          type="button"
          className="es-pill-remove"
          aria-label={t('clearFilter', { label: filter.label })}
          onClick={remove}
        >
          <CloseOutlined aria-hidden />
        </button>
      )}
    </span>
  );
}

/** The value of a filter as text; null if it is not set. */
function useShownValue(filter: Filter, values: Readonly<Record<string, string>>): string | null {
  const t = useUiText();
  if (filter.kind === 'days') {
    const from = values[filter.from];
    const to = values[filter.to];
    if (from !== undefined && to !== undefined) return t('dayRange', { from, to });
    if (from !== undefined) return t('daysSince', { from });
    return to === undefined ? null : t('daysUntil', { to });
  }
  const value = values[filter.name];
  if (value === undefined || value === '') return null;
  if (filter.kind !== 'choice') return value;
  return filter.options.find((option) => option.value === value)?.label ?? value;
}
