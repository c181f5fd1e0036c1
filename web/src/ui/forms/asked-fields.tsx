import {
  choicesOf,
  faultOf,
  textsOf,
  type Answer,
  type Answers,
  type AskedField,
} from '@evenstock/contract/api/asked-fields';
import { Form, Input, Select } from 'antd';
import { useMessageText } from '../../i18n/message-text.ts';
import { answersWithin } from './asked-fields.rules.ts';
import { useUiText } from '../texts/ui.texts.ts';

interface AskedFieldsProps {
  readonly fields: readonly AskedField[];
}

/** Form items for the fields that a marketplace asks for, within an Ant Design form; `initialAnswers` has the initial values. */
export function AskedFields({ fields }: AskedFieldsProps) {
  const t = useUiText();
  const messageText = useMessageText();
  const form = Form.useFormInstance<Answers>();
  const labelOf = ({ label, label_message: words }: AskedField): string =>
    messageText({ ...words, text: label });
  const outerOf = (field: AskedField): string | null => {
    const outer = fields.find(({ key }) => key === field.within);
    return outer === undefined ? null : labelOf(outer);
  };
  const faultText = (field: AskedField, fault: NonNullable<ReturnType<typeof faultOf>>): string => {
    if (fault === 'mismatched' && field.pattern !== null)
      return messageText({ ...field.pattern.said, text: field.pattern.message });
    return t(fault === 'missing' ? 'isRequired' : 'notOffered', { label: labelOf(field) });
  };
  return fields.map((field) => (
    <Form.Item
      key={field.key}
      name={field.key}
      label={labelOf(field)}
      required={field.required}
      validateTrigger={['onBlur', 'onSubmit']}
      {...(field.within === null ? {} : { dependencies: [field.within] })}
      rules={[
        {
          validator: (_, value: Answer | undefined) => {
            const fault = faultOf(field, { ...form.getFieldsValue(), [field.key]: value });
            return fault === null ? Promise.resolve() : Promise.reject(new Error(faultText(field, fault)));
          },
        },
      ]}
    >
      <Control
        field={field}
        outer={outerOf(field)}
        onChosen={(answer) => {
          const within = answersWithin(fields, { key: field.key, answer });
          for (const [key, value] of Object.entries(within))
            form.setFields([{ name: key, value, errors: [] }]);
        }}
      />
    </Form.Item>
  ));
}

interface ControlProps {
  readonly field: AskedField;
  /** The label of the field that this field's choices depend on. */
  readonly outer: string | null;
  readonly onChosen: (answer: Answer) => void;
  /* Props that the form passes in. */
  readonly id?: string;
  readonly value?: Answer;
  readonly onChange?: (answer: Answer) => void;
  readonly onBlur?: () => void;
}

const longestText = 255;

function Control({ field, outer, onChosen, id, value, onChange, onBlur }: ControlProps) {
  const t = useUiText();
  const form = Form.useFormInstance<Answers>();
  const outerAnswer: Answer | undefined = Form.useWatch(field.within ?? field.key, form);
  const handed = { ...(id === undefined ? {} : { id }), ...(onBlur === undefined ? {} : { onBlur }) };
  const answer = (next: Answer) => {
    onChange?.(next);
    onChosen(next);
  };
  if (field.kind === 'choice') {
    const waits = field.within !== null && outerAnswer === undefined;
    const offered = waits ? [] : choicesOf(field, { [field.within ?? '']: outerAnswer });
    return (
      <Select
        {...handed}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={waits}
        placeholder={waits && outer !== null ? t('chooseFirst', { label: outer }) : t('choose')}
        value={typeof value === 'string' ? value : null}
        onChange={(next: string | null) => {
          if (next !== null) answer(next);
        }}
        options={offered.map((choice) => ({ value: choice.value, label: choice.label }))}
      />
    );
  }
  if (field.kind === 'texts') {
    return (
      <Select
        {...handed}
        mode="tags"
        open={false}
        suffix={null}
        tokenSeparators={[',', ' ', '\n']}
        value={textsOf(value)}
        onChange={(next: string[]) => answer(next)}
      />
    );
  }
  return (
    <Input
      {...handed}
      autoComplete="off"
      maxLength={longestText}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => answer(event.target.value)}
    />
  );
}
