import type { PaperSize } from '@evenstock/contract/printing/printing';
import { Radio } from 'antd';
import './printing.css';
import { usePrintingText } from './printing.texts.ts';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of some options, all of them in sight. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className="es-print-choice">
      <legend>{label}</legend>
      {options.map((option) => (
        <Radio key={option.value} checked={option.value === value} onChange={() => onChange(option.value)}>
          {option.label}
        </Radio>
      ))}
    </fieldset>
  );
}

interface PaperChoiceProps {
  readonly value: PaperSize;
  readonly onChange: (paper: PaperSize) => void;
}

/** The paper that labels are made for. */
export function PaperChoice({ value, onChange }: PaperChoiceProps) {
  const t = usePrintingText();
  return (
    <Choice
      label={t('paper')}
      value={value}
      options={[
        { value: 'A6', label: t('paperA6') },
        { value: 'A4', label: t('paperA4') },
        { value: '100x150', label: t('paper100x150') },
        { value: 'zpl', label: t('paperZpl') },
      ]}
      onChange={onChange}
    />
  );
}
