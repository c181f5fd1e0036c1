/**
 * The next waiter of one account: the newest from the network with the fewest waiters. So the owner overtakes a flood of guesses
 * that comes from a few networks. In a flood from everywhere the newest waiter goes first, as older ones have likely timed out.
 * @param queue oldest first
 * @returns an index in the queue; -1 where it is empty
 */
export function nextWaiter(queue: readonly { readonly network: string }[]): number {
  const sizes = new Map<string, number>();
  for (const { network } of queue) sizes.set(network, (sizes.get(network) ?? 0) + 1);
  const fewest = Math.min(...sizes.values());
  return queue.findLastIndex(({ network }) => sizes.get(network) === fewest);
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
