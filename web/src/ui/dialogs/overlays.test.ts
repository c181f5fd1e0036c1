import { expect, it } from 'vitest';
import { notify, showNotices } from '../pages/notices.ts';
import { loadOverlays, message, showOverlays, type Overlays } from './overlays.ts';

/** A signed-in screen; `load` loads the host that shows its overlays. */
function screen() {
  const shown: string[] = [];
  const say = (text: string): void => {
    shown.push(text);
  };
  const open = (): void => undefined;
  const overlays: Overlays = {
    message: { success: say, info: say, error: say, offer: say },
    modal: { confirm: open, info: open, error: open },
  };
  const leaveNotices = showNotices(({ kind, text }) => message[kind](text));
  const leaveOverlays = loadOverlays(() => undefined);
  let hide = (): void => undefined;
  return {
    shown,
    load: () => {
      hide = showOverlays(overlays);
    },
    leave: () => {
      leaveNotices();
      hide();
      leaveOverlays();
    },
  };
}

it('a notice that still waits when its screen closes is shown once, by the next one', () => {
  const first = screen();
  notify({ kind: 'success', text: 'Store deleted' });
  first.leave();
  const second = screen();
  second.load();
  expect([first.shown, second.shown]).toEqual([[], ['Store deleted']]);
  second.leave();
});

it('a message waits until its host is loaded', () => {
  const { shown, load, leave } = screen();
  message.info('Importing…');
  expect(shown).toEqual([]);
  load();
  expect(shown).toEqual(['Importing…']);
  leave();
});
