import { channelKinds, channels, type ShopFlag } from '@evenstock/contract/channels/channels';
import type { Marketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { ChannelMark } from '../../ui/values/channel-mark.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { useWords } from '../../ui/texts/words.ts';

type Flavour = Pick<Marketplace, 'channel' | ShopFlag>;

const flags = channelKinds.map((kind) => channels[kind].flag).filter((flag) => flag !== null);

/** The channel of a marketplace, with special properties of the shop. */
export function ChannelTag({ marketplace }: { readonly marketplace: Flavour }) {
  const say = useWords();
  return (
    <span className="es-marketplace">
      <ChannelMark channel={marketplace.channel} />
      <span>{channels[marketplace.channel].label}</span>
      {flags.map(({ field, tag: { words, look } }) =>
        !marketplace[field] ? null : look === 'brand' ? (
          <span key={field} className="es-brand-tag">
            {say(words)}
          </span>
        ) : (
          <StateTag key={field} colour={look}>
            {say(words)}
          </StateTag>
        ),
      )}
    </span>
  );
}
