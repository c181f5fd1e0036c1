import { showVariant, updateVariant, type Variant } from '@evenstock/contract/variants';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { send, type Input } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { message } from '../../ui/overlays.ts';
import { isChangedMeanwhile, useSaveOver } from '../../ui/save-over.ts';
import { useCatalogText } from './catalog.texts.ts';
import { ChangedSettings } from './changed-settings.tsx';

type Settings = Input<typeof updateVariant>['body']['variant'];

/**
 * Saves settings of a SKU. Saving over a newer change of somebody else asks first.
 * @param form shows the server's errors beside its fields
 */
export function useSaveSettings(variant: Variant, form: FormInstance, onSaved: () => void) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const saveOver = useSaveOver();
  // The SKU when the dialog opened, so that a newer change of another user is not reverted.
  const [opened] = useState(variant);
  const update = useWrite(updateVariant, ['variants']);
  const params = { storeId, variantId: variant.slug };
  const save = (settings: Settings, since: string | null = opened.settings_updated_at): void =>
    update.mutate(
      {
        params,
        body: { variant: { ...settings, ...(since === null ? {} : { if_unchanged_since: since }) } },
      },
      {
        onSuccess: (reply) => {
          rememberReply(showVariant, { params, query: {} }, reply);
          onSaved();
        },
        onError: (thrown) => {
          const failure = failureOf(thrown);
          const reason = showFieldErrors(form, failure);
          const fail = () =>
            message.error(reason === null ? t('updateFailed') : t('updateFailedBecause', { reason }));
          if (!isChangedMeanwhile(failure)) {
            fail();
            return;
          }
          void send(showVariant, { params }).then(
            ({ variant: now }) =>
              saveOver(<ChangedSettings seen={opened} now={now} otherwise={reason} />, () =>
                save(settings, null),
              ),
            fail,
          );
        },
      },
    );
  return { isPending: update.isPending, save };
}
