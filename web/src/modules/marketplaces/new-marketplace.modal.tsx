import {
  channelKinds,
  channels,
  channelOf,
  type MarketplaceType,
  type ShopFlags,
} from '@evenstock/contract/channels/channels';
import { createMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { Form, Input, Select, Switch } from 'antd';
import { useNavigate } from 'react-router';
import { failureOf, recordError, withReason } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { ChannelMark } from '../../ui/values/channel-mark.tsx';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { FormModal } from '../../ui/dialogs/form-modal.tsx';
import { notify } from '../../ui/pages/notices.ts';
import { useWords } from '../../ui/texts/words.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

interface Entries extends Partial<Readonly<ShopFlags>> {
  readonly name: string;
  readonly type: MarketplaceType;
  readonly shop_name?: string;
}

const choices = channelKinds.map((kind) => ({
  value: channels[kind].marketplaceType,
  label: (
    <span className="es-marketplace">
      <ChannelMark channel={kind} />
      {channels[kind].label}
    </span>
  ),
}));

/** Adds a shop to the store and opens its page, where it can be verified. */
export function NewMarketplaceModal({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useMarketplacesText();
  const navigate = useNavigate();
  const { storeId } = useStore();
  const [form] = Form.useForm<Entries>();
  const create = useWrite(createMarketplace, ['marketplaces', 'store']);

  const submit = (marketplace: Entries) => {
    create.mutate(
      { params: { storeId }, body: { marketplace } },
      {
        onSuccess: ({ marketplace: created }) => {
          onClose();
          void navigate(`/stores/${storeId}/marketplaces/${created.slug}`);
        },
        onError: (error) => {
          const failure = failureOf(error);
          const elsewhere = showFieldErrors(form, failure);
          const reason = recordError(failure, 'marketplace') ?? elsewhere;
          if (failure.kind === 'fields' && reason === null) return;
          notify({
            kind: 'error',
            text: withReason(t('createFailed'), reason),
          });
        },
      },
    );
  };

  return (
    <FormModal<Entries>
      title={t('createTitle')}
      open={open}
      ok={t('create')}
      isPending={create.isPending}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('name')}
        extra={t('nameHint')}
        rules={[{ required: true, whitespace: true, message: t('nameRequired') }]}
      >
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <Form.Item name="type" label={t('channel')} rules={[{ required: true, message: t('channelRequired') }]}>
        <Select options={choices} placeholder={t('chooseChannel')} />
      </Form.Item>
      <ChannelFields />
    </FormModal>
  );
}

/** Fields that only some channels ask for. */
function ChannelFields() {
  const t = useMarketplacesText();
  const say = useWords();
  const user = useUser();
  const type = Form.useWatch<MarketplaceType | undefined>('type');
  if (type === undefined) return null;
  const { label, shopName, flag } = channels[channelOf(type)];
  return (
    <>
      {shopName !== null && (
        <Form.Item
          name="shop_name"
          label={t('shopName')}
          extra={say(shopName.hint)}
          rules={[{ required: true, whitespace: true, message: t('shopNameRequired', { channel: label }) }]}
        >
          <Input maxLength={255} autoCapitalize="none" spellCheck={false} />
        </Form.Item>
      )}
      {flag !== null && (!flag.isForStaff || user.role !== 'member') && (
        <Flag name={flag.field} label={say(flag.label)} />
      )}
    </>
  );
}

function Flag({ name, label }: { readonly name: string; readonly label: string }) {
  return (
    <div className="es-switch-row">
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Switch id={name} />
      </Form.Item>
      <label htmlFor={name}>{label}</label>
    </div>
  );
}
