import type { AppRegistration, ChannelSimulator, Core } from '../core/simulator.ts';

/** The app as registered in a vendor's console: its keys, the channel's addresses, where notices and sellers are sent. */
export type Registration = AppRegistration & {
  readonly address: string;
  readonly webhookUrl: string | null;
  readonly returnUrl: string | null;
};

export function registrationOf(core: Core, { channel, app }: ChannelSimulator): Registration {
  return {
    id: app.id,
    secret: app.secret,
    webhookSecret: app.webhookSecret,
    hosts: app.hosts,
    extra: app.extra,
    address: core.address(channel),
    webhookUrl: core.webhookUrl(channel),
    returnUrl: core.returnUrl(channel),
  };
}
