/**
 * Makes something once for each key and keeps it for good: for formatters of `Intl`. Making one takes longer than a thousand uses, and
 * memory outside of the heap, which garbage collection does not see. Keys must be few: zones, languages, currencies.
 */
export function keptBy<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new Map<Key, Made>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}
