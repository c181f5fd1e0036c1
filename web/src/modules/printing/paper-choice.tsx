import { paperSizes, type PaperSize } from '@evenstock/contract/printing/printing';
import { Radio, Select } from 'antd';
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

const papers = {
  A6: 'paperA6',
  A4: 'paperA4',
  '100x150': 'paper100x150',
  zpl: 'paperZpl',
} as const satisfies Record<PaperSize, string>;

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
      options={paperSizes.map((value) => ({ value, label: t(papers[value]) }))}
      onChange={onChange}
    />
  );
}

/** The paper, in one line beside other fields. */
export function PaperSelect({ value, onChange }: PaperChoiceProps) {
  const t = usePrintingText();
  return (
    <div className="es-paper-select">
      <span id="es-paper">{t('paper')}</span>
      <Select
        aria-labelledby="es-paper"
        value={value}
        options={paperSizes.map((size) => ({ value: size, label: t(papers[size]) }))}
        onChange={onChange}
        popupMatchSelectWidth={false}
      />
    </div>
  );
}
