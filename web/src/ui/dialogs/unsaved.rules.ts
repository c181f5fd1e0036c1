const blank = (value: unknown): unknown => (value === undefined || value === null ? '' : value);

/** Whether any field of a form differs from its initial value. All blank values are equal. */
export function isTyped(values: object, initial: object): boolean {
  const before = new Map<string, unknown>(Object.entries(initial));
  return Object.entries(values).some(
    ([name, value]: [string, unknown]) =>
      JSON.stringify(blank(value)) !== JSON.stringify(blank(before.get(name))),
  );
}
