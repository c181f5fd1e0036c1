import { Button, DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import type { Filter } from './list-state.ts';
import { useUiText } from '../texts/ui.texts.ts';

/** A filter other than the search box, with its value. */
export interface PillProps {
  readonly filter: Exclude<Filter, { kind: 'search' }>;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** The editor of a filter: a calendar, a choice or a text field. */
export function FilterEditor({ filter, values, onChange }: PillProps) {
  const t = useUiText();
  const id = useId();
  const [text, setText] = useState(filter.kind === 'text' ? (values[filter.name] ?? '') : '');
  if (filter.kind === 'choice') {
    return (
      <Select
        className="es-filter-select"
        aria-label={filter.label}
        autoFocus
        defaultOpen
        value={values[filter.name] ?? null}
        placeholder={filter.label}
        showSearch={{ optionFilterProp: 'label' }}
        options={[...filter.options]}
        onChange={(value: string) => onChange({ [filter.name]: value })}
        getPopupContainer={(trigger: HTMLElement) => trigger.parentElement ?? document.body}
      />
    );
  }
  if (filter.kind === 'days') {
    const day = (value: string | undefined) => (value === undefined ? null : dayjs(value));
    return (
      <DatePicker.RangePicker
        aria-label={filter.label}
        autoFocus
        defaultValue={[day(values[filter.from]), day(values[filter.to])]}
        placeholder={[t('from'), t('to')]}
        allowEmpty={[false, true]}
        disabledDate={(date) => filter.earliest !== undefined && date.format('YYYY-MM-DD') < filter.earliest}
        onChange={(range) =>
          onChange({
            [filter.from]: range?.[0]?.format('YYYY-MM-DD') ?? '',
            [filter.to]: range?.[1]?.format('YYYY-MM-DD') ?? '',
          })
        }
        getPopupContainer={(trigger: HTMLElement) => trigger.parentElement ?? document.body}
      />
    );
  }
  if (filter.kind === 'flag') return null;
  return (
    <form
      className="es-filter-text"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ [filter.name]: text.trim() });
      }}
    >
      <label htmlFor={id}>{filter.label}</label>
      <Input id={id} autoFocus value={text} onChange={(event) => setText(event.target.value)} />
      <Button type="primary" htmlType="submit">
        {t('apply')}
      </Button>
    </form>
  );
}
