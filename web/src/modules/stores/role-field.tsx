import { assignableRoles } from '@evenstock/contract/accounts/abilities';
import { Form, Radio } from 'antd';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { useMembersText } from './members.texts.ts';

/** The roles that the user may assign, with their permissions. */
export function RoleField() {
  const t = useMembersText();
  const { store_profile: profile } = useStore();
  const { role } = useUser();
  const known = {
    member: { label: t('roleMember'), hint: t('roleMemberHint') },
    admin: { label: t('roleAdmin'), hint: t('roleAdminHint') },
  };
  return (
    <Form.Item name="role" label={t('role')} rules={[{ required: true, message: t('roleRequired') }]}>
      <Radio.Group className="es-choices">
        {assignableRoles(profile?.role ?? null, role).map((value) => (
          <Radio key={value} value={value}>
            {known[value].label}
            <span className="es-form-hint"> {known[value].hint}</span>
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  );
}
