import { App, Button } from 'antd';
import { useEffect } from 'react';
import { keepScroll } from '../pages/keep-scroll.ts';
import { showOverlays } from './overlays.ts';

/** How long an act can be taken back from its message; a pointer on it makes it stay. */
const OFFERED_SECONDS = 20;

/** Renders messages and small dialogs. It is loaded once the first screen has its data, so late rows are there by then. */
export default function OverlaysHost() {
  useEffect(keepScroll, []);
  return (
    <App component={false} message={{ maxCount: 3, duration: 6, top: 60 }}>
      <Shower />
    </App>
  );
}

function Shower() {
  const { message, modal } = App.useApp();
  useEffect(
    () =>
      showOverlays({
        message: {
          success: (...said) => void message.success(...said),
          info: (...said) => void message.info(...said),
          error: (...said) => void message.error(...said),
          offer(text, { label, onAct }) {
            const key = `offer-${text}`;
            const act = (): void => {
              message.destroy(key);
              onAct();
            };
            const content = (
              <>
                {text}{' '}
                <Button type="link" size="small" onClick={act}>
                  {label}
                </Button>
              </>
            );
            void message.open({ key, type: 'success', duration: OFFERED_SECONDS, content });
          },
        },
        modal: {
          confirm: (dialog) => void modal.confirm(dialog),
          info: (dialog) => void modal.info(dialog),
          error: (dialog) => void modal.error(dialog),
        },
      }),
    [message, modal],
  );
  return null;
}
