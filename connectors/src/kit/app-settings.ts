/** The settings that an installation makes for a channel: keys and addresses. The names are environment variables'. */
export interface AppSettings {
  /** The installation's own keys; null for a channel that knows sellers only, no apps. */
  readonly keys: { readonly id: string; readonly secret: string } | null;
  /** Base addresses by the connector's names of their purposes; they become `AppKeys.hosts`. */
  readonly hosts: Readonly<Record<string, HostSetting>>;
  /** What else the vendor issues to an app; it becomes `AppKeys.extra`. Empty unless set. */
  readonly extra: Readonly<Record<string, string>>;
  /** Present where the vendor allows calls to the app as a whole: the setting for an app that is allowed more, or less. */
  readonly quota?: QuotaSetting;
}

export interface QuotaSetting {
  readonly variable: string;
  /** The call groups that it sets, in calls a second each. */
  readonly groups: readonly string[];
}

export interface HostSetting {
  readonly variable: string;
  /** The real marketplace's address. */
  readonly standard: string;
  /** A template that the connector fills in, which is no address yet. */
  readonly isTemplate?: true;
}
