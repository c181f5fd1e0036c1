import type { AdjustmentReason } from '@evenstock/contract/kinds/adjustment-reasons';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { Form, Input, Switch } from 'antd';
import { useId, useState } from 'react';
import { newPressKey } from '../../../api/press-key.ts';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { isTypedInto, useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import { AdjustedQuantity } from './adjusted-quantity.tsx';
import { unitsOf, type HowAdjusted } from './adjustment.rules.ts';
import { useCatalogText } from '../product/catalog.texts.ts';
import { ChangedSettings } from './changed-settings.tsx';
import { useSaveVariant } from './save-settings.tsx';

type Settings = Pick<Variant, 'name' | 'has_maximum_quantity' | 'disable_restock'>;

interface Fields extends Settings {
  /** Units to add, or the units that were counted: the field of the way that is chosen. */
  readonly adjustment?: string;
  readonly counted?: string;
  readonly reason?: AdjustmentReason;
  readonly note?: string;
}

interface AdjustVariantProps {
  readonly variant: Variant;
  readonly onClose: () => void;
}

/** Adds or removes units, or sets the quantity to what was counted, and edits the name and settings of a SKU. The adjustment is idempotent: a second press counts once. */
export function AdjustVariantModal({ variant, onClose }: AdjustVariantProps) {
  const t = useCatalogText();
  const formId = useId();
  const [form] = Form.useForm<Fields>();
  const [key] = useState(newPressKey);
  const { isPending, save: saveVariant } = useSaveVariant(variant, form, onClose);
  const [how, setHow] = useState<HowAdjusted>('by');
  // The values when the dialog opened, so that a newer change of another user is not reverted.
  const [before] = useState(() => {
    const { quantity, name, has_maximum_quantity, disable_restock } = variant;
    const counted = String(Math.max(0, quantity));
    return { adjustment: '0', counted, name, has_maximum_quantity, disable_restock };
  });
  const [opened] = useState(variant);
  const isUnsaved = () => !isPending && isTypedInto(form, before);
  const close = useUnsaved({ isUnsaved, onClose });

  /**
   * @param basis what the changes start from: the quantity that the user saw, and when the settings were read (null: they are saved over
   *   any newer ones)
   */
  function save(fields: Fields, basis: { readonly quantity: number; readonly since: string | null }): void {
    const read = unitsOf(how, how === 'by' ? fields.adjustment : fields.counted, basis.quantity);
    const units = typeof read === 'number' ? read : 0;
    const settings = changesOf(before, fields);
    const isSet = Object.keys(settings).length > 0;
    if (units === 0 && !isSet && (how === 'by' || basis.quantity === variant.quantity)) {
      onClose();
      return;
    }
    const changes = {
      ...(units === 0 ? {} : { adjustment: units, adjustment_key: key, ...reasonOf(fields) }),
      // Units to add are relative: they suit any quantity. What was counted suits the one that was seen.
      ...(how === 'to' ? { if_quantity: basis.quantity } : {}),
      ...settings,
      ...(isSet && basis.since !== null ? { if_unchanged_since: basis.since } : {}),
    };
    saveVariant(changes, (now, reason) => {
      const { quantity } = now;
      const isMoved = how === 'to' && quantity !== basis.quantity;
      return {
        question: (
          <>
            {isMoved && (
              <p>{t('movedMeanwhile', { seen: basis.quantity, quantity, counted: fields.counted ?? '' })}</p>
            )}
            {isSet && <ChangedSettings seen={opened} now={now} otherwise={isMoved ? null : reason} />}
          </>
        ),
        onSave: () => save(fields, { quantity, since: null }),
      };
    });
  }

  return (
    <Modal
      open
      title={t('adjustTitle')}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={isPending}
      okButtonProps={{ htmlType: 'submit', form: formId }}
      onCancel={close}
    >
      <Form<Fields>
        id={formId}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={before}
        onFinish={(fields) => save(fields, { quantity: opened.quantity, since: opened.settings_updated_at })}
      >
        <AdjustedQuantity quantity={variant.quantity} how={how} onHow={setHow} />
        <Form.Item
          name="name"
          label={t('ownName')}
          extra={t('ownNameHint')}
          // A SKU without a name of its own may stay without one.
          rules={
            before.name === '' ? [] : [{ required: true, whitespace: true, message: t('ownNameRequired') }]
          }
        >
          <Input maxLength={255} autoComplete="off" />
        </Form.Item>
        <Setting name="has_maximum_quantity" label={t('hasMaximum')} hint={t('limitedHint')} />
        <Setting name="disable_restock" label={t('disableRestock')} hint={t('disableRestockHint')} />
      </Form>
    </Modal>
  );
}

/** Why the quantity is adjusted; nothing where the user did not say. */
const reasonOf = ({ reason, note }: Fields) =>
  reason === undefined ? {} : { adjustment_reason: reason, adjustment_note: note ?? '' };

/** The settings that have changed since the dialog opened. */
function changesOf(before: Settings, fields: Settings): Partial<Settings> {
  return {
    ...(fields.name.trim() === before.name ? {} : { name: fields.name }),
    ...(fields.has_maximum_quantity === before.has_maximum_quantity
      ? {}
      : { has_maximum_quantity: fields.has_maximum_quantity }),
    ...(fields.disable_restock === before.disable_restock ? {} : { disable_restock: fields.disable_restock }),
  };
}

interface SettingProps {
  readonly name: 'has_maximum_quantity' | 'disable_restock';
  readonly label: string;
  readonly hint: string;
}

function Setting({ name, label, hint }: SettingProps) {
  const id = useId();
  return (
    <div className="es-setting">
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Switch id={id} aria-describedby={`${id}-hint`} />
      </Form.Item>
      <label htmlFor={id}>
        {label}
        <small id={`${id}-hint`}>{hint}</small>
      </label>
    </div>
  );
}
