import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChannelKind } from '@evenstock/contract/channels/channels';

const connectors = join(import.meta.dirname, '../../../../connectors/src');

/** How a connector's source names the vendor's calls. */
const named: Readonly<Record<ChannelKind, RegExp>> = {
  lazada: /'(\/[a-z_]+(?:\/[a-z_]+)+)'/g,
  shopee: /'(\/api\/v2\/\w+\/\w+(?:\/\w+)?)'/g,
  // The first field of a document.
  shopify: /(?:(?:query|mutation) [A-Z]\w*[^{]*\{\s*|`\{\}\/admin\/(?=oauth\/access))(\w+(?:\/\w+)*)/g,
  tiktok: /['`](\/(?:api\/v2\/token|[a-z_]+\/\d{6})\/[^'`]+)['`]/g,
  tokopedia: /['`](?:\{\})?(\/(?:inventory|resolution|v1|v2|token)\b[^'`?]*)/g,
  qoo10: /'([A-Z]\w+\.[A-Z]\w+)'/g,
  // The names of limits are those of the operations.
  'amazon-sg': /^ {2}(\w+): \{ perSecond/gm,
};

/** The calls of a marketplace that its connector makes, as its sources name them; what is put into an address is `{}`. */
export function vendorCalls(channel: ChannelKind): readonly string[] {
  const folder = join(connectors, channel);
  const sources = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name),
  );
  const calls = sources.flatMap((name) =>
    [
      ...readFileSync(join(folder, name), 'utf8')
        .replaceAll(/\$\{[^}]*\}/g, '{}')
        .matchAll(named[channel]),
    ].map(([, call = '']) => call),
  );
  return [...new Set(calls)].toSorted();
}
