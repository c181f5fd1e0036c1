import type { AppRegistration, ChannelSimulator, Core } from '../core/simulator.ts';

/** The app as a vendor's console shows it: its keys, where the channel is, and where notices and sellers go. */
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
