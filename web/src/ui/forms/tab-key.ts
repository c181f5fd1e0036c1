import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';

/** Delay before an address without a tab, or with an unknown one, is replaced by the default tab's, in milliseconds. */
const redirectDelay = 100;

/**
 * The tab that `:tabKey` names; the default tab has the empty key. `base` is the address without the key.
 * An unknown key shows the default and corrects the address. `search` is the part of the address that all tabs keep.
 */
export function useTabKey(
  base: string,
  keys: readonly string[],
  search = '',
): { active: string; open: (key: string) => void } {
  const { tabKey = '' } = useParams();
  const navigate = useNavigate();
  const known = keys.includes(tabKey);
  useEffect(() => {
    if (known) return;
    const timer = setTimeout(() => void navigate(`${base}${search}`, { replace: true }), redirectDelay);
    return () => clearTimeout(timer);
  }, [known, base, search, navigate]);
  return {
    active: known ? tabKey : '',
    open: (key) =>
      void navigate(`${key === '' ? base : `${base}/${key}`}${search}`, { preventScrollReset: true }),
  };
}
