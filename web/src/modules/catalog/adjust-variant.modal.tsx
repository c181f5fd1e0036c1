import { showVariant, updateVariant, type Variant } from '@evenstock/contract/variants';
import { Form, Input, Modal, Switch } from 'antd';
import { useId, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { newPressKey } from '../../api/press-key.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { Count } from '../../ui/money.tsx';
import { message } from '../../ui/overlays.ts';
import { fewestUnits, readUnits } from './adjustment.rules.ts';
import { useCatalogText } from './catalog.texts.ts';

interface Fields {
  readonly adjustment: string;
  readonly name: string;
  readonly has_maximum_quantity: boolean;
  readonly disable_restock: boolean;
}

interface AdjustVariantProps {
  readonly variant: Variant;
  readonly onClose: () => void;
}

/** Adds or takes away units, and the name and settings of a SKU. Pressed twice it counts once. */
export function AdjustVariantModal({ variant, onClose }: AdjustVariantProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const [form] = Form.useForm<Fields>();
  const [key] = useState(newPressKey);
  const update = useWrite(updateVariant, ['variants', 'stock_movements']);
  const typed = Form.useWatch<string | undefined>('adjustment', form) ?? '0';
  const params = { storeId, variantId: variant.slug };

  function save(fields: Fields): void {
    const read = readUnits(fields.adjustment);
    const units = typeof read === 'number' ? read : 0;
    const body = {
      variant: {
        ...(units === 0 ? {} : { adjustment: units, adjustment_key: key }),
        ...(fields.name.trim() === variant.name ? {} : { name: fields.name }),
        has_maximum_quantity: fields.has_maximum_quantity,
        disable_restock: fields.disable_restock,
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
          const reason = showFieldErrors(form, failureOf(thrown));
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
      onCancel={onClose}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          adjustment: '0',
          name: variant.name,
          has_maximum_quantity: variant.has_maximum_quantity,
          disable_restock: variant.disable_restock,
        }}
        onFinish={save}
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
          // What has none of its own may stay so.
          rules={
            variant.name === '' ? [] : [{ required: true, whitespace: true, message: t('ownNameRequired') }]
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
