import type { ReactNode } from 'react';
import { useStore } from '../../api/store-context.ts';
import { AccessTokens } from './access-tokens.tsx';
import './developers.css';
import { Webhooks } from './webhooks.tsx';

/**
 * Access tokens and webhooks for the merchant's programs. @param proof the field that proves that the account's owner is at the
 * keyboard
 */
export function DevelopersTab({ proof }: { readonly proof: ReactNode }) {
  const { can } = useStore();
  return (
    <div className="es-developers">
      {can('token.manage') && <AccessTokens proof={proof} />}
      {can('webhook.manage') && <Webhooks />}
    </div>
  );
}
