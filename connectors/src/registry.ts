import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { amazonSg } from './amazon-sg/index.ts';
import type { Connector } from './kit/connector.ts';
import { lazada } from './lazada/index.ts';
import { qoo10 } from './qoo10/index.ts';
import { shopee } from './shopee/index.ts';
import { shopify } from './shopify/index.ts';
import { tiktok } from './tiktok/index.ts';
import { tokopedia } from './tokopedia/index.ts';

/** Every marketplace that this program can speak to: the compiler names a missing one. */
export const connectors: Readonly<Record<ChannelKind, Connector>> = {
  lazada,
  shopee,
  shopify,
  tiktok,
  tokopedia,
  qoo10,
  'amazon-sg': amazonSg,
};
