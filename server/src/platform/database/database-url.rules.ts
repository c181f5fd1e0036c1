/** Which of several hosts serves: any that answers, or the one that takes changes. */
export type WantedHost = 'any' | 'primary' | 'read-write';

/** An address of PostgreSQL, with one host or several. */
export interface DatabaseUrl {
  /** The same address for each host alone, without `target_session_attrs`. */
  readonly urls: readonly string[];
  /** Null: there is one host, and whatever it is, it serves. */
  readonly wanted: WantedHost | null;
}

const FORM =
  'must be an address like postgres://user:password@host:5432/evenstock, or with several hosts like postgres://user:password@one:5432,two:5432/evenstock?target_session_attrs=read-write';

const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;

/** Parses an address of PostgreSQL, or says in half a sentence why it cannot be used. */
export function parseDatabaseUrl(text: string): DatabaseUrl | { readonly problem: string } {
  const [, scheme, login = '', hostList = '', path = '', query = ''] = PARTS.exec(text) ?? [];
  if (scheme === undefined) return { problem: FORM };
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && !isWantable(wanted)) {
    return {
      problem: `has target_session_attrs=${wanted}, but Evenstock writes: it must be read-write, primary or any`,
    };
  }
  const hosts = hostList.split(',');
  if (hosts.length > 1 && hosts.some((host) => host.trim() === ''))
    return { problem: 'names several hosts, and one of them is empty' };
  if (hosts.length > 1 && ['host', 'port'].some((name) => parameters.has(name)))
    return { problem: 'names several hosts, so it must have no host or port after the question mark' };
  // Only that part is left out: everything else stays as it was written.
  const rest = query
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('target_session_attrs='))
    .join('&');
  const urls = hosts.map((host) => `${scheme}${login}${host}${path}${rest === '' ? '' : `?${rest}`}`);
  if (!urls.every((url) => URL.canParse(url))) return { problem: FORM };
  return { urls, wanted: wanted ?? (urls.length > 1 ? 'read-write' : null) };
}

const isWantable = (text: string): text is WantedHost => ['any', 'primary', 'read-write'].includes(text);

/** Whether a server's state is the wanted one. */
export function serves(
  wanted: WantedHost,
  { isRecovering, isReadOnly }: { readonly isRecovering: boolean; readonly isReadOnly: boolean },
): boolean {
  switch (wanted) {
    case 'any':
      return true;
    case 'primary':
      return !isRecovering;
    case 'read-write':
      return !isRecovering && !isReadOnly;
  }
}
