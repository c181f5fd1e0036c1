import {
  createWebhook,
  listWebhooks,
  webhookEvents,
  type WebhookEvent,
} from '@evenstock/contract/webhooks/webhooks';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input } from 'antd';
import { failureOf, withReason } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { FormModal } from '../../ui/dialogs/form-modal.tsx';
import { notify } from '../../ui/pages/notices.ts';
import './developers.css';
import { useDevelopersText } from './developers.texts.ts';
import { eventText } from './text-keys.ts';

interface Entries {
  readonly url: string;
  readonly events: WebhookEvent[];
}

interface NewWebhookModalProps {
  readonly open: boolean;
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

/** Adds a webhook. */
export function NewWebhookModal({ open, onMade, onClose }: NewWebhookModalProps) {
  const t = useDevelopersText();
  const queries = useQueryClient();
  const { storeId } = useStore();
  const [form] = Form.useForm<Entries>();
  const make = useWrite(createWebhook);
  const submit = (webhook: Entries) => {
    make.mutate(
      { params: { storeId }, body: { webhook } },
      {
        onSuccess: ({ secret }) => {
          void queries.invalidateQueries({ queryKey: [listWebhooks.name] });
          onMade(secret);
        },
        onError: (error) => {
          const reason = showFieldErrors(form, failureOf(error));
          notify({
            kind: 'error',
            text: withReason(t('addFailed'), reason),
          });
        },
      },
    );
  };
  return (
    <FormModal<Entries>
      title={t('newWebhook')}
      open={open}
      ok={t('add')}
      isPending={make.isPending}
      form={form}
      initialValues={{ events: [...webhookEvents] }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="url"
        label={t('url')}
        extra={t('urlHint')}
        rules={[{ required: true, whitespace: true, message: t('urlRequired') }]}
      >
        <Input autoFocus inputMode="url" autoComplete="off" maxLength={2000} />
      </Form.Item>
      <Form.Item
        name="events"
        label={t('events')}
        rules={[{ type: 'array', required: true, min: 1, message: t('eventsRequired') }]}
      >
        <Checkbox.Group
          className="es-checks"
          options={webhookEvents.map((event) => ({ value: event, label: t(eventText(event)) }))}
        />
      </Form.Item>
    </FormModal>
  );
}
