import {
  createAnnouncement,
  deleteAnnouncement,
  longestAnnouncement,
  type Announcement,
} from '@evenstock/contract/stores/announcements';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { failureOf, withReason } from '../../../api/failure.ts';
import { useWrite } from '../../../api/queries.ts';
import { AdminFrame } from '../../../ui/pages/admin-frame.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { showFieldErrors } from '../../../ui/forms/field-errors.ts';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { Panel } from '../../../ui/pages/panel.tsx';
import { AnnouncementsList } from './announcements-list.tsx';
import { useAnnouncementsText } from './announcements.texts.ts';

/** `/admin/announcements`: the announcements shown in every store, for platform admins. */
export default function AnnouncementsPage() {
  const t = useAnnouncementsText();
  return (
    <AdminFrame
      title={t('announcements')}
      lead={t('lead')}
      actions={<Link to="/admin">{t('subscriptions')}</Link>}
    >
      <Panel title={t('announce')}>
        <AnnounceForm />
      </Panel>
      <Panel title={t('announcements')} flush>
        <AnnouncementsList action={(announcement) => <TakeBack announcement={announcement} />} />
      </Panel>
    </AdminFrame>
  );
}

interface Fields {
  readonly title: string;
  readonly content: string;
}

function AnnounceForm() {
  const t = useAnnouncementsText();
  const [form] = Form.useForm<Fields>();
  const [problem, setProblem] = useState<string | null>(null);
  const create = useWrite(createAnnouncement, ['notifications']);
  return (
    <Form<Fields>
      name="announcement"
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={create.isPending}
      onFinish={(announcement) => {
        setProblem(null);
        create.mutate(
          { body: { announcement } },
          {
            onSuccess: () => {
              message.success(t('announced'));
              form.resetFields();
            },
            onError: (thrown) => {
              const reason = showFieldErrors(form, failureOf(thrown));
              setProblem(withReason(t('announceFailed'), reason));
            },
          },
        );
      }}
    >
      {problem !== null && (
        <Alert className="es-form-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <Form.Item
        name="title"
        label={t('title')}
        rules={[{ required: true, whitespace: true, message: t('titleRequired') }]}
      >
        <Input autoComplete="off" maxLength={longestAnnouncement.title} />
      </Form.Item>
      <Form.Item
        name="content"
        label={t('content')}
        extra={t('contentHint')}
        rules={[{ required: true, whitespace: true, message: t('contentRequired') }]}
      >
        <Input.TextArea rows={4} maxLength={longestAnnouncement.content} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={create.isPending}>
        {t('announce')}
      </Button>
    </Form>
  );
}

function TakeBack({ announcement: { id, title } }: { readonly announcement: Announcement }) {
  const t = useAnnouncementsText();
  const confirm = useConfirm();
  const remove = useWrite(deleteAnnouncement, ['notifications']);
  return (
    <Button
      size="small"
      aria-label={t('takeBackNamed', { title })}
      onClick={() =>
        confirm({
          title: t('takeBackQuestion', { title }),
          content: t('takeBackText'),
          ok: t('takeBack'),
          danger: true,
          onOk: () =>
            remove
              .mutateAsync({ params: { announcementId: id } })
              .then(() => message.success(t('takenBack')))
              .catch((thrown: unknown) => notifyFailure(thrown, t('takeBackFailed'))),
        })
      }
    >
      {t('takeBack')}
    </Button>
  );
}
