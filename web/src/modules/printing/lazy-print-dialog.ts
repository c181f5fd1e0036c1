import { lazyDialog } from '../../ui/lazy-dialog.tsx';

/** The print dialog, loaded when it is first opened. */
export const PrintDialog = lazyDialog(async () => (await import('./print.dialog.tsx')).PrintDialog);
