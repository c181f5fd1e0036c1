import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { Link } from 'react-router';

/** A small mark for a channel, with the channel's name as its accessible name. */
export function ChannelMark({ channel }: { readonly channel: ChannelKind }) {
  const { label, mark } = channels[channel];
  return (
    <span
      className={mark.isDark === true ? 'es-mark es-mark-dark' : 'es-mark'}
      style={{ background: mark.colour }}
      role="img"
      aria-label={label}
      title={label}
    >
      {mark.letters}
    </span>
  );
}

interface MarketplaceNameProps {
  readonly marketplace: { readonly name: string; readonly channel: ChannelKind };
  /** The link of the name, if there is one. */
  readonly to?: string;
}

/** A marketplace: its channel's mark and its name. */
export function MarketplaceName({ marketplace, to }: MarketplaceNameProps) {
  return (
    <span className="es-marketplace">
      <ChannelMark channel={marketplace.channel} />
      {to === undefined ? <span>{marketplace.name}</span> : <Link to={to}>{marketplace.name}</Link>}
    </span>
  );
}
