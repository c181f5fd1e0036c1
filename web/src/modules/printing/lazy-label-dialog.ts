import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

/** The dialog of one order's label, loaded when it is first opened. */
export const LabelDialog = lazyDialog(async () => (await import('./label.dialog.tsx')).LabelDialog);
