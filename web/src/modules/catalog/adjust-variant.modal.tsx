import { showVariant, updateVariant, type Variant } from '@evenstock/contract/variants';
import { Form, Input, Modal, Switch } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { send } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { newPressKey } from '../../api/press-key.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { Count } from '../../ui/money.tsx';
import { message } from '../../ui/overlays.ts';
import { Facts } from '../../ui/panel.tsx';
import { isChangedMeanwhile, useSaveOver } from '../../ui/save-over.ts';
import { isTypedInto, useUnsaved } from '../../ui/unsaved.ts';
import { fewestUnits, readUnits } from './adjustment.rules.ts';
import { useCatalogText } from './catalog.texts.ts';

type Settings = Pick<Variant, 'name' | 'has_maximum_quantity' | 'disable_restock'>;

interface Fields extends Settings {
  readonly adjustment: string;
}

interface AdjustVariantProps {
  readonly variant: Variant;
  readonly onClose: () => void;
}

/** Adds or removes units, and edits the name and settings of a SKU. The adjustment is idempotent: a second press counts once. */
export function AdjustVariantModal({ variant, onClose }: AdjustVariantProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const [form] = Form.useForm<Fields>();
  const [key] = useState(newPressKey);
  const update = useWrite(updateVariant, ['variants', 'stock_movements']);
  const typed = Form.useWatch<string | undefined>('adjustment', form) ?? '0';
  const params = { storeId, variantId: variant.slug };
  // The values when the dialog opened, so that a newer change of another user is not reverted.
  const [before] = useState(() => {
    const { name, has_maximum_quantity, disable_restock } = variant;
    return { adjustment: '0', name, has_maximum_quantity, disable_restock };
  });
  const [readAt] = useState(variant.settings_updated_at);
  const saveOver = useSaveOver();
  const isUnsaved = () => !update.isPending && isTypedInto(form, before);
  const close = useUnsaved({ isUnsaved, onClose });

  /** The name and settings of a SKU as facts. */
  const describe = (now: Variant) => (
    <Facts
      facts={[
        { label: t('ownName'), value: now.name },
        { label: t('hasMaximum'), value: t(now.has_maximum_quantity ? 'on' : 'off') },
        { label: t('disableRestock'), value: t(now.disable_restock ? 'on' : 'off') },
      ]}
    />
  );

  function save(fields: Fields, since: string | null): void {
    const read = readUnits(fields.adjustment);
    const units = typeof read === 'number' ? read : 0;
    const settings = changesOf(before, fields);
    const isSet = Object.keys(settings).length > 0;
    if (units === 0 && !isSet) {
      onClose();
      return;
    }
    const body = {
      variant: {
        ...(units === 0 ? {} : { adjustment: units, adjustment_key: key }),
        ...settings,
        // Units are relative, so only settings are checked for a newer change.
        ...(isSet && since !== null ? { if_unchanged_since: since } : {}),
      },
    };
    update.mutate(
      { params, body },
      {
        onSuccess: (reply) => {
          rememberReply(showVariant, { params, query: {} }, reply);
          onClose();
        },
        onError: (thrown) => {
          const failure = failureOf(thrown);
          const reason = showFieldErrors(form, failure);
          if (isChangedMeanwhile(failure)) {
            const ask = (now: ReactNode) => saveOver(now, () => save(fields, null));
            void send(showVariant, { params }).then(
              (read) => ask(describe(read.variant)),
              () => ask(reason),
            );
            return;
          }
          message.error(reason === null ? t('updateFailed') : t('updateFailedBecause', { reason }));
        },
      },
    );
  }

  return (
    <Modal
      open
      title={t('adjustTitle')}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={update.isPending}
      onOk={() => form.submit()}
      onCancel={close}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={before}
        onFinish={(fields) => save(fields, readAt)}
      >
        <div className="es-adjust">
          <QuantityNow label={t('quantityNow')} quantity={variant.quantity} />
          <Form.Item
            name="adjustment"
            label={t('adjustment')}
            extra={t('adjustmentHint')}
            rules={[
              {
                validator: (_, value: string) => {
                  const units = readUnits(value);
                  if (typeof units !== 'number') return Promise.reject(new Error(t(units)));
                  const least = fewestUnits(variant.quantity);
                  return units < least
                    ? Promise.reject(new Error(t('adjustmentLeast', { least })))
                    : Promise.resolve();
                },
              },
            ]}
          >
            <Input autoFocus autoComplete="off" inputMode="text" onFocus={(event) => event.target.select()} />
          </Form.Item>
          <NewQuantity quantity={variant.quantity} units={readUnits(typed)} />
        </div>
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

function QuantityNow({ label, quantity }: { readonly label: string; readonly quantity: number }) {
  return (
    <div className="es-adjust-number">
      <small>{label}</small>
      <strong>
        <Count value={quantity} />
      </strong>
    </div>
  );
}

interface NewQuantityProps {
  readonly quantity: number;
  readonly units: ReturnType<typeof readUnits>;
}

function NewQuantity({ quantity, units }: NewQuantityProps) {
  const t = useCatalogText();
  const next = typeof units === 'number' ? quantity + units : null;
  return (
    <div className="es-adjust-number" aria-live="polite">
      <small>{t('newQuantity')}</small>
      <strong className={next !== null && next < 0 ? 'es-error' : undefined}>
        <Count value={next} />
      </strong>
      {next !== null && next < 0 && <small className="es-error">{t('belowZero')}</small>}
    </div>
  );
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
