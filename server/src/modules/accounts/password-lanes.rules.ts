/**
 * Which of those who wait at one account goes first: one of the network that has the fewest waiting, and of those the
 * newest. Whoever floods an account from some networks is overtaken by its owner at once; who floods it from everywhere, by
 * the person who comes last, who has not given up yet.
 * @param line oldest first
 * @returns a place in the line; -1 where it is empty
 */
export function nextInLine(line: readonly { readonly network: string }[]): number {
  const sizes = new Map<string, number>();
  for (const { network } of line) sizes.set(network, (sizes.get(network) ?? 0) + 1);
  const fewest = Math.min(...sizes.values());
  return line.findLastIndex(({ network }) => sizes.get(network) === fewest);
}

/** The network that an address is in, as widely as one customer commonly has it: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const fourParts = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (fourParts !== null) return fourParts[1] ?? address;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter((group) => group !== '');
  const last = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last]
    .slice(0, 3)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
