import { useEffect, type RefObject } from 'react';

interface ValidatedForm {
  readonly validateFields: () => Promise<unknown>;
  readonly getFieldsError: () => readonly {
    readonly name: readonly (string | number)[];
    readonly errors: readonly string[];
  }[];
}

/**
 * Shows the errors of a form that is one of several on a page, and moves to the first of them where it is sought.
 * @param sought counts how often its error was sought; 0: it is not
 */
export function useSeekError(
  form: ValidatedForm,
  place: RefObject<HTMLElement | null>,
  { isChecked, sought }: { readonly isChecked: boolean; readonly sought: number },
): void {
  useEffect(() => {
    const seek = (): void => {
      if (sought === 0) return;
      const wrong = form.getFieldsError().find(({ errors }) => errors.length > 0);
      const id = wrong?.name.join('_') ?? '';
      // Forms of a list have the same fields, so an id is looked up within its own form.
      const field = place.current?.querySelector<HTMLElement>(`[id="${id}"]`);
      (field ?? place.current)?.scrollIntoView({ block: 'center' });
      field?.focus({ preventScroll: true });
    };
    // Errors are shown beside the fields, so the rejection is ignored.
    if (isChecked) void form.validateFields().then(ignore, seek);
  }, [isChecked, sought, form, place]);
}

const ignore = (): void => undefined;
