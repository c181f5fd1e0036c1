/** What an installation sets so that a channel knows it, and where that channel is. The names are environment variables'. */
export interface AppSettings {
  /** The installation's own keys; null: the channel knows no apps, only sellers. */
  readonly keys: { readonly id: string; readonly secret: string } | null;
  /** By the connector's own names of their purposes: `AppKeys.hosts` holds what is set. */
  readonly hosts: Readonly<Record<string, HostSetting>>;
  /** What else the vendor gives an app; empty unless set. `AppKeys.extra` holds it. */
  readonly extra: Readonly<Record<string, string>>;
}

export interface HostSetting {
  readonly variable: string;
  /** The real marketplace's. */
  readonly standard: string;
  /** It holds a place that the connector fills in, so that it is no address yet. */
  readonly isTemplate?: true;
}
