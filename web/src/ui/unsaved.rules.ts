const blank = (value: unknown): unknown => (value === undefined || value === null ? '' : value);

/** Whether a field of a form holds something else than it began with. What is blank is blank, whichever way. */
export function isTyped(values: object, initial: object): boolean {
  const before = new Map<string, unknown>(Object.entries(initial));
  return Object.entries(values).some(
    ([name, value]: [string, unknown]) =>
      JSON.stringify(blank(value)) !== JSON.stringify(blank(before.get(name))),
  );
}
