import { BlockList, isIP } from 'node:net';

/** An address, or all that begin with the same bits (CIDR). */
interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Reads `192.0.2.7` or `10.0.0.0/8`; null for anything else. */
function readNetwork(text: string): Network | null {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return null;
  const longest = version === 4 ? 32 : 128;
  const given = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
  return given > longest ? null : { address, bits: given, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Whether a text is an address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  return readNetwork(text) !== null;
}

/**
 * Says whether an address is in one of some networks. An IPv4 address counts in its IPv6 notation, too.
 * @param networks addresses and networks in CIDR notation; anything else is passed over
 */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.map(readNetwork)) {
    if (network !== null) list.addSubnet(network.address, network.bits, network.family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** The networks without public use: an address in one of them identifies a machine, not a person. */
export const isPrivate = inNetworks([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]);
