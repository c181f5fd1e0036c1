import { DatePicker, Form, type FormInstance } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useStore } from '../../../api/store-context.ts';
import { formatTime, instantOf } from '../../../ui/values/time.rules.ts';
import { useCatalogText } from '../product/catalog.texts.ts';

const shape = 'YYYY-MM-DD HH:mm';

/** The values of the fields: times in the store's time zone. */
export interface WindowFields {
  readonly force_zero_qty_from?: Dayjs | null;
  readonly force_zero_qty_to?: Dayjs | null;
}

interface Window {
  readonly force_zero_qty_from: string | null;
  readonly force_zero_qty_to: string | null;
}

const timeOf = (instant: string | null, zone: string): Dayjs | null =>
  instant === null ? null : dayjs(formatTime(instant, zone));

/** The initial values of the fields. */
export function fieldsOf(window: Window, zone: string): WindowFields {
  return {
    force_zero_qty_from: timeOf(window.force_zero_qty_from, zone),
    force_zero_qty_to: timeOf(window.force_zero_qty_to, zone),
  };
}

/** The values in the format of the call. */
export function windowOf(
  { force_zero_qty_from: from, force_zero_qty_to: to }: WindowFields,
  zone: string,
): Window {
  const instant = (time: Dayjs | null | undefined) => (time ? instantOf(time.format(shape), zone) : null);
  return { force_zero_qty_from: instant(from), force_zero_qty_to: instant(to) };
}

/** Clears both times. */
export function removeDates(form: FormInstance): void {
  form.setFieldsValue({ force_zero_qty_from: null, force_zero_qty_to: null });
}

/** Start and end of the window: both or neither, and in order. */
export function ForceZeroFields() {
  const t = useCatalogText();
  const { store } = useStore();
  const picker = (
    <DatePicker needConfirm={false} showTime={{ format: 'HH:mm' }} format={shape} className="es-wide-field" />
  );
  return (
    <>
      <Form.Item
        name="force_zero_qty_from"
        label={t('forceZeroFrom')}
        dependencies={['force_zero_qty_to']}
        rules={[
          ({ getFieldsValue }) => ({
            validator: () => {
              const { force_zero_qty_from: from, force_zero_qty_to: to } = readFields(getFieldsValue);
              if (!from && to) return Promise.reject(new Error(t('startRequired')));
              return from && to && from.isAfter(to)
                ? Promise.reject(new Error(t('startBeforeEnd')))
                : Promise.resolve();
            },
          }),
        ]}
      >
        {picker}
      </Form.Item>
      <Form.Item
        name="force_zero_qty_to"
        label={t('forceZeroTo')}
        extra={t('forceZeroZone', { zone: store.time_zone })}
        dependencies={['force_zero_qty_from']}
        rules={[
          ({ getFieldsValue }) => ({
            validator: () => {
              const { force_zero_qty_from: from, force_zero_qty_to: to } = readFields(getFieldsValue);
              if (from && !to) return Promise.reject(new Error(t('endRequired')));
              return from && to && to.isBefore(from)
                ? Promise.reject(new Error(t('endAfterStart')))
                : Promise.resolve();
            },
          }),
        ]}
      >
        {picker}
      </Form.Item>
    </>
  );
}

const readFields = (read: FormInstance<WindowFields>['getFieldsValue']): WindowFields => read();
