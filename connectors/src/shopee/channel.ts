import { channels } from '@evenstock/contract/channels/channels';

/** The channel's name, as messages say it. */
export const channel = channels.shopee.label;
