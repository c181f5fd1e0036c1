import { addNotes, longestNotes } from '@evenstock/contract/orders/order-work';
import type { Order } from '@evenstock/contract/orders/orders';
import { Form, Input } from 'antd';
import { describeFailure } from '../../api/failure.ts';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useWrite } from '../../api/queries.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { message } from '../../ui/dialogs/overlays.ts';
import { useOrdersText } from './orders.texts.ts';

interface AddNotesProps {
  readonly order: Order;
  readonly onClose: () => void;
}

interface Fields {
  readonly notes: string;
}

/** Edits the notes of an order. */
export function AddNotesModal({ order, onClose }: AddNotesProps) {
  const t = useOrdersText();
  const [form] = Form.useForm<Fields>();
  const { params, handlers } = useOrderReplies(order);
  const add = useWrite(addNotes, touchedByOrders);
  return (
    <ActDialog
      title={t('notesOf', { number: order.reference_number })}
      ok={t('saveNotes')}
      isPending={add.isPending}
      onOk={() => form.submit()}
      isUnsaved={() => form.isFieldsTouched()}
      onClose={onClose}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ notes: order.notes ?? '' }}
        onFinish={({ notes }) =>
          add.mutate(
            { params, body: { order: { notes } } },
            handlers({
              onDone: () => {
                message.success(t('notesAdded', { number: order.number }));
                onClose();
              },
              onFailed: (failure) => {
                const errors = [describeFailure(failure) ?? t('notesFailed')];
                form.setFields([{ name: 'notes', errors }]);
              },
            }),
          )
        }
      >
        <Form.Item
          name="notes"
          label={t('notes')}
          extra={t('notesHint')}
          rules={[{ required: true, whitespace: true, message: t('notesRequired') }]}
        >
          <Input.TextArea autoFocus rows={4} maxLength={longestNotes} />
        </Form.Item>
      </Form>
    </ActDialog>
  );
}
