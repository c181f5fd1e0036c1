import { channels } from '@evenstock/contract/channels';
import type { Marketplace } from '@evenstock/contract/marketplaces';
import { ChannelMark } from '../../ui/channel-mark.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';

type Flavour = Pick<Marketplace, 'channel' | 'is_lazmall' | 'is_tokopedia' | 'is_for_test'>;

/** The channel of a marketplace, with what is special about the shop. */
export function ChannelTag({ marketplace }: { readonly marketplace: Flavour }) {
  const t = useMarketplacesText();
  return (
    <span className="es-marketplace">
      <ChannelMark channel={marketplace.channel} />
      <span>{channels[marketplace.channel].label}</span>
      {marketplace.is_lazmall && <span className="es-lazmall">{t('lazmall')}</span>}
      {marketplace.is_tokopedia && <StateTag colour="green">{t('tokopedia')}</StateTag>}
      {marketplace.is_for_test && <StateTag colour="yellow">{t('test')}</StateTag>}
    </span>
  );
}
