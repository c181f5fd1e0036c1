import { platformAbilities } from '@evenstock/contract/accounts/abilities';
import { deleteActivity } from '@evenstock/contract/journal/activity-log';
import { Button } from 'antd';
import { useWrite } from '../../api/queries.ts';
import { useUser } from '../../api/session.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { useActivitiesText } from './activities.texts.ts';

interface DeleteActivityProps {
  readonly id: number;
  readonly onDeleted: () => void;
}

/** Hides an activity; for platform admins. */
export function DeleteActivity({ id, onDeleted }: DeleteActivityProps) {
  const t = useActivitiesText();
  const { role } = useUser();
  const confirm = useConfirm();
  const remove = useWrite(deleteActivity, ['activities']);
  if (!platformAbilities(role).includes('platform.operate')) return null;
  const send = async () => {
    try {
      await remove.mutateAsync({ params: { activityId: id } });
      message.success(t('deleted'));
      onDeleted();
    } catch (thrown) {
      notifyFailure(thrown, t('deleteFailed'));
    }
  };
  return (
    <Button
      danger
      onClick={() => confirm({ title: t('deleteAsk'), content: t('deleteHint'), danger: true, onOk: send })}
    >
      {t('deleteActivity')}
    </Button>
  );
}
