import { connectors } from '@evenstock/connectors/registry';
import { capabilities } from '@evenstock/contract/channels/capabilities';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { expect, it } from 'vitest';
import { describeCapabilities } from './marketplace-page.rules.ts';

const listing = ['pricing', 'renaming', 'delisting', 'listingRemoval'];
const everyReturn = ['returns', 'returnAcceptance', 'returnDispute'];
const bothCancellations = ['cancellation', 'buyerCancellation'];

/** What the screens offer at each channel, as its document has it. */
const offeredAt: Readonly<Record<ChannelKind, readonly string[]>> = {
  lazada: [...listing, 'fulfilment', 'labels', ...bothCancellations, ...everyReturn, 'webhooks'],
  shopee: [
    ...listing,
    'boosting',
    'discounts',
    'fulfilment',
    'labels',
    'selfCollect',
    ...bothCancellations,
    ...everyReturn,
    'logistics',
    'webhooks',
  ],
  shopify: [...listing, 'fulfilment', 'cancellation', 'returns', 'webhooks'],
  tiktok: [...listing, 'fulfilment', 'labels', ...bothCancellations, ...everyReturn, 'webhooks'],
  tokopedia: ['fulfilment', 'labels', 'cancellation', 'returns', 'webhooks'],
  qoo10: [
    ...listing,
    'fulfilment',
    'labels',
    ...bothCancellations,
    'returns',
    'returnAcceptance',
    'logistics',
  ],
  'amazon-sg': [
    'pricing',
    'listingRemoval',
    'fulfilment',
    'selfCollect',
    'pickup',
    ...bothCancellations,
    'returns',
  ],
};

it.each(channelKinds)(
  'the page of a marketplace at %s offers what its screens do, and nothing else',
  (kind) => {
    const described = describeCapabilities(connectors[kind]);
    expect(described.map(({ key }) => key)).toEqual(capabilities);
    expect(described.flatMap(({ key, offered }) => (offered ? [key] : []))).toEqual(offeredAt[kind]);
  },
);
