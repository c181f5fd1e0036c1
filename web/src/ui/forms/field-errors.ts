import type { FormInstance } from 'antd';
import { capitalised, describeFailure, type Failure } from '../../api/failure.ts';

/**
 * Shows the server's field errors beside the fields, capitalised.
 * @returns the joined texts that belong to no field of the form (errors of the whole record, plain errors, no reply), or null
 */
export function showFieldErrors(form: FormInstance, failure: Failure): string | null {
  if (failure.kind !== 'fields') return describeFailure(failure);
  const known = new Set(form.getFieldsError().map(({ name }) => name.join('.')));
  const elsewhere: string[] = [];
  for (const [name, errors] of Object.entries(failure.errors)) {
    const shown = errors.map(capitalised);
    if (known.has(name)) form.setFields([{ name, errors: shown }]);
    else elsewhere.push(...shown);
  }
  return elsewhere.join('. ') || null;
}
