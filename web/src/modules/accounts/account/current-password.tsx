import { freshSignInMinutes } from '@evenstock/contract/accounts/own-account';
import { Form, Input } from 'antd';
import { useUser } from '../../../api/session.ts';
import { useAccountText } from './account.texts.ts';

/** The field for the current password, if the account has one. It proves that the owner is at the keyboard. */
export function CurrentPasswordField() {
  const t = useAccountText();
  const user = useUser();
  if (!user.has_password) return null;
  return (
    <Form.Item
      name="current_password"
      label={t('currentPassword')}
      extra={t('currentPasswordHint', { count: freshSignInMinutes })}
    >
      <Input.Password autoComplete="current-password" />
    </Form.Item>
  );
}
