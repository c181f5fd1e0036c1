import type { UseMutationResult } from '@tanstack/react-query';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { message, modal } from '../../ui/dialogs/overlays.ts';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';

interface ExportTexts {
  /** Shows that the file is mailed. */
  readonly done: (email: string) => string;
  readonly failed: string;
}

interface Export<Input> {
  readonly isPending: boolean;
  readonly start: (input: Input, onDone?: () => void) => void;
}

/**
 * Starts exports: shows the address that the file is mailed to, or a dialog with the reason of a failure. @param write the call
 * of an export
 */
export function useExport<Input>(
  write: UseMutationResult<{ readonly email: string }, Error, Input>,
  texts: ExportTexts,
): Export<Input> {
  const t = useSpreadsheetsText();
  return {
    isPending: write.isPending,
    start: (input, onDone) =>
      write.mutate(input, {
        onSuccess: ({ email }) => {
          message.success(texts.done(email), 6);
          onDone?.();
        },
        onError: (thrown) =>
          modal.error({
            title: texts.failed,
            content: describeFailure(failureOf(thrown)) ?? t('failedNothing'),
            okText: t('close'),
            icon: null,
          }),
      }),
  };
}
