import './command-palette.css';
import { usePaletteText } from './palette.texts.ts';
import { Modal } from '../ui/dialogs/dialog.tsx';

const keys = [
  { keys: ['Ctrl', 'K'], what: 'palette' },
  { keys: ['/'], what: 'search' },
  { keys: ['j'], what: 'nextRow' },
  { keys: ['k'], what: 'previousRow' },
  { keys: ['x'], what: 'selectRow' },
  { keys: ['g', 'o'], what: 'goOrders' },
  { keys: ['g', 'p'], what: 'goProducts' },
  { keys: ['g', 's'], what: 'goSummary' },
  { keys: ['?'], what: 'help' },
] as const;

/** Lists the keyboard shortcuts. */
export default function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const t = usePaletteText();
  return (
    <Modal open title={t('keys')} footer={null} onCancel={onClose} width={440}>
      <dl className="es-keys">
        {keys.map(({ keys: pressed, what }) => (
          <div key={what}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
      <p className="es-quiet">{t('keysHint')}</p>
    </Modal>
  );
}
