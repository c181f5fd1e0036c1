import {
  createAccessToken,
  listAccessTokens,
  tokenDays,
  tokenScopes,
  type TokenScope,
} from '@evenstock/contract/stores/access-tokens';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { failureOf, withReason } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { FormModal } from '../../ui/dialogs/form-modal.tsx';
import { notify } from '../../ui/pages/notices.ts';
import './developers.css';
import { useDevelopersText } from './developers.texts.ts';
import { scopeText } from './text-keys.ts';

interface Entries {
  readonly name: string;
  readonly scopes: TokenScope[];
  readonly expires_in_days: (typeof tokenDays)[number];
  readonly current_password?: string;
}

interface NewTokenModalProps {
  readonly open: boolean;
  /** The field that proves that the account's owner is at the keyboard. */
  readonly proof: ReactNode;
  readonly onMade: (token: string) => void;
  readonly onClose: () => void;
}

/** Creates an access token with at most the permissions of its creator. */
export function NewTokenModal({ open, proof, onMade, onClose }: NewTokenModalProps) {
  const t = useDevelopersText();
  const queries = useQueryClient();
  const { storeId, can } = useStore();
  const [form] = Form.useForm<Entries>();
  const make = useWrite(createAccessToken);
  const submit = ({ current_password: password, ...wish }: Entries) => {
    const body = { access_token: wish, user: { current_password: password } };
    make.mutate(
      { params: { storeId }, body },
      {
        onSuccess: ({ token }) => {
          void queries.invalidateQueries({ queryKey: [listAccessTokens.name] });
          onMade(token);
        },
        onError: (error) => {
          const reason = showFieldErrors(form, failureOf(error));
          notify({
            kind: 'error',
            text: withReason(t('makeFailed'), reason),
          });
        },
      },
    );
  };
  const own = tokenScopes.filter((scope) => can(scope));
  return (
    <FormModal<Entries>
      title={t('newToken')}
      open={open}
      ok={t('make')}
      isPending={make.isPending}
      form={form}
      initialValues={{ scopes: [], expires_in_days: 90 }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('tokenName')}
        extra={t('tokenNameHint')}
        rules={[{ required: true, whitespace: true, message: t('tokenNameRequired') }]}
      >
        <Input autoFocus autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="scopes"
        label={t('scopes')}
        rules={[{ type: 'array', required: true, min: 1, message: t('scopesRequired') }]}
      >
        <Checkbox.Group
          className="es-checks"
          options={own.map((scope) => ({ value: scope, label: t(scopeText(scope)) }))}
        />
      </Form.Item>
      <Form.Item name="expires_in_days" label={t('endsAfter')}>
        <Select options={tokenDays.map((count) => ({ value: count, label: t('days', { count }) }))} />
      </Form.Item>
      {proof}
    </FormModal>
  );
}
