import { message, type Message } from '@evenstock/contract/messages/message';
import { isIP } from 'node:net';
import { isAllowedHost, isPublicAddress } from '../../platform/network/guarded-post.ts';

/**
 * What is wrong with the URL of a webhook; null where nothing is. Where its name leads is checked at each delivery.
 * @param allowedHosts hosts that may be private and go without TLS
 */
export function faultOfUrl(text: string, allowedHosts: readonly string[]): Message | null {
  if (!URL.canParse(text)) return message('webhooks.url_invalid');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return message('webhooks.url_invalid');
  if (url.username !== '' || url.password !== '') return message('webhooks.url_with_password');
  if (isAllowedHost(url, allowedHosts)) return null;
  if (url.protocol !== 'https:') return message('webhooks.url_not_https');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isLocal = !host.includes('.') && !host.includes(':');
  const isHere = isLocal || /(^|\.)(localhost|local|internal)$/.test(host);
  return isHere || (isIP(host) !== 0 && !isPublicAddress(host)) ? message('webhooks.url_private') : null;
}
