import { CopyButton } from '../../ui/values/copy-button.tsx';
import './developers.css';
import { useDevelopersText } from './developers.texts.ts';
import { Modal } from '../../ui/dialogs/dialog.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly copyLabel: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that is shown only once, so the dialog closes by its button only, not by a click beside it. */
export function ShownOnce({ title, copyLabel, secret, onClose }: ShownOnceProps) {
  const t = useDevelopersText();
  return (
    <Modal
      open
      title={title}
      okText={t('done')}
      onOk={onClose}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      cancelButtonProps={{ hidden: true }}
    >
      <p className="es-form-hint">{t('shownOnce')}</p>
      <div className="es-secret">
        <code>{secret}</code>
        <CopyButton text={secret} label={copyLabel} />
      </div>
    </Modal>
  );
}
