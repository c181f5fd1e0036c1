/** The network that an address is in, as widely as one customer commonly has it: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const parts = ipv4Parts(address);
  return parts === null ? ipv6Network(address, 48) : parts.slice(0, 3).join('.');
}

/** What limits count as one address: an IPv4 address, or the /64 of IPv6, which is one line's to choose addresses from. */
export function lineOf(address: string): string {
  return ipv4Parts(address)?.join('.') ?? ipv6Network(address, 64);
}

/** The parts of an IPv4 address, also of one in IPv6 notation; null for another. */
function ipv4Parts(address: string): string[] | null {
  return /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]?.split('.') ?? null;
}

function ipv6Network(address: string, bits: 48 | 64): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter((group) => group !== '');
  const last = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last]
    .slice(0, bits / 16)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
