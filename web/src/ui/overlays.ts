import type { ModalFuncProps } from 'antd';

type Say = (text: string, seconds?: number) => void;
type Open = (dialog: ModalFuncProps) => void;

/** What shows short messages and small dialogs over whichever screen is there. */
export interface Overlays {
  readonly message: Readonly<Record<'success' | 'info' | 'error', Say>>;
  readonly modal: Readonly<Record<'confirm' | 'info' | 'error', Open>>;
}

let shower: Overlays | null = null;
let waiting: readonly ((overlays: Overlays) => void)[] = [];
let load: (() => void) | null = null;

function ask(act: (overlays: Overlays) => void): void {
  if (shower !== null) {
    act(shower);
    return;
  }
  waiting = [...waiting, act];
  load?.();
}

/** Short messages at the top of the screen. What shows them comes in a file of its own; until it is there they wait. */
export const message: Overlays['message'] = {
  success: (...said) => ask((overlays) => overlays.message.success(...said)),
  info: (...said) => ask((overlays) => overlays.message.info(...said)),
  error: (...said) => ask((overlays) => overlays.message.error(...said)),
};

/** Small dialogs that ask or tell one thing. */
export const modal: Overlays['modal'] = {
  confirm: (dialog) => ask((overlays) => overlays.modal.confirm(dialog)),
  info: (dialog) => ask((overlays) => overlays.modal.info(dialog)),
  error: (dialog) => ask((overlays) => overlays.modal.error(dialog)),
};

/** `by` shows overlays from now on, and what waited. Returns how to stop. */
export function showOverlays(by: Overlays): () => void {
  shower = by;
  const acts = waiting;
  waiting = [];
  for (const act of acts) act(by);
  return () => {
    if (shower === by) shower = null;
  };
}

/**
 * `loader` is called when something is to be shown and nothing is there that can. Returns how to stop: what still waits then goes with
 * its screen.
 */
export function loadOverlays(loader: () => void): () => void {
  load = loader;
  if (waiting.length > 0) loader();
  return () => {
    if (load !== loader) return;
    load = null;
    waiting = [];
  };
}
