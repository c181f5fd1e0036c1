import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';

const shopHandle = /^[a-z0-9][a-z0-9-]*$/;

/**
 * The sub-domain of a shop, from the ways in which people and channels write it: `kopi`, `kopi` with the channel's domain, or an
 * address.
 * @returns null for an invalid one, and for channels whose shops have no sub-domains
 */
export function shopHandleOf(channel: ChannelKind, text: string): string | null {
  const domain = channels[channel].shopName?.domain ?? null;
  if (domain === null) return null;
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '');
  const end = [`.${domain}`, '.localhost'].find((suffix) => host.endsWith(suffix)) ?? '';
  const handle = host.slice(0, host.length - end.length);
  return shopHandle.test(handle) ? handle : null;
}
