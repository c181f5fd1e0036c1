import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

/** The print dialog, loaded when it is first opened. */
export const PrintDialog = lazyDialog(async () => (await import('./print.dialog.tsx')).PrintDialog);
