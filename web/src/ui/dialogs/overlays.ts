import type { ModalFuncProps } from 'antd';

type Say = (text: string, seconds?: number) => void;
/** Says what was done, with a button that takes it back. */
type Offer = (text: string, act: { readonly label: string; readonly onAct: () => void }) => void;
type Open = (dialog: ModalFuncProps) => void;

/** The host that shows short messages and small dialogs on any screen. */
export interface Overlays {
  readonly message: Readonly<Record<'success' | 'info' | 'error', Say>> & { readonly offer: Offer };
  readonly modal: Readonly<Record<'confirm' | 'info' | 'error', Open>>;
}

let shower: Overlays | null = null;
let waiting: readonly ((overlays: Overlays) => void)[] = [];
let load: ((isQuestion: boolean) => void) | null = null;

function ask(isQuestion: boolean, act: (overlays: Overlays) => void): void {
  if (shower !== null) {
    act(shower);
    return;
  }
  waiting = [...waiting, act];
  load?.(isQuestion);
}

/** Short messages at the top of the screen. Their host is loaded lazily; until then they wait. */
export const message: Overlays['message'] = {
  success: (...said) => ask(false, (overlays) => overlays.message.success(...said)),
  info: (...said) => ask(false, (overlays) => overlays.message.info(...said)),
  error: (...said) => ask(false, (overlays) => overlays.message.error(...said)),
  offer: (...said) => ask(false, (overlays) => overlays.message.offer(...said)),
};

/** Small dialogs with one question or message. */
export const modal: Overlays['modal'] = {
  confirm: (dialog) => ask(true, (overlays) => overlays.modal.confirm(dialog)),
  info: (dialog) => ask(true, (overlays) => overlays.modal.info(dialog)),
  error: (dialog) => ask(true, (overlays) => overlays.modal.error(dialog)),
};

/** Registers `by` as the host and passes it the waiting messages. Returns a function that removes it. */
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
 * Registers `loader`. It is called when a message or a dialog needs the host and none is loaded.
 * @param loader its argument: whether a question waits for the user's answer
 * @returns a function that removes it and drops the waiting messages
 */
export function loadOverlays(loader: (isQuestion: boolean) => void): () => void {
  load = loader;
  if (waiting.length > 0) loader(false);
  return () => {
    if (load !== loader) return;
    load = null;
    waiting = [];
  };
}
