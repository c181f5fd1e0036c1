import { showVariant, updateVariant, type Variant } from '@evenstock/contract/catalog/variants';
import type { FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { send, type Input } from '../../../api/call.ts';
import { failureOf, withReason } from '../../../api/failure.ts';
import { rememberReply, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { showFieldErrors } from '../../../ui/forms/field-errors.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { isChangedMeanwhile, useSaveOver } from '../../../ui/dialogs/save-over.ts';
import { useCatalogText } from '../product/catalog.texts.ts';
import { ChangedSettings } from './changed-settings.tsx';
import { useOfferUndo } from './undo-save.ts';

type Changes = Input<typeof updateVariant>['body']['variant'];

/** What is asked before newer changes of another user are overwritten. */
interface SaveOver {
  readonly question: ReactNode;
  readonly onSave: () => void;
}

/**
 * Saves changes of a SKU. Saving over a newer change of another user asks first.
 * @param form shows the server's errors beside its fields
 */
export function useSaveVariant(variant: Variant, form: FormInstance, onSaved: () => void) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const askToSaveOver = useSaveOver();
  const offerUndo = useOfferUndo();
  const update = useWrite(updateVariant, ['variants', 'stock_movements']);
  const params = { storeId, variantId: variant.slug };
  /** @param over the question, by the SKU as it is now and the server's reason */
  const save = (changes: Changes, over: (now: Variant, reason: string | null) => SaveOver): void =>
    update.mutate(
      { params, body: { variant: changes } },
      {
        onSuccess: (reply) => {
          rememberReply(showVariant, { params, query: {} }, { variant: reply.variant });
          offerUndo({ before: variant, after: reply.variant, movementId: reply.stock_movement_id });
          onSaved();
        },
        onError: (thrown) => {
          const failure = failureOf(thrown);
          const reason = showFieldErrors(form, failure);
          const fail = () => message.error(withReason(t('updateFailed'), reason));
          if (!isChangedMeanwhile(failure)) {
            fail();
            return;
          }
          void send(showVariant, { params }).then(({ variant: now }) => {
            const { question, onSave } = over(now, reason);
            askToSaveOver(question, onSave);
          }, fail);
        },
      },
    );
  return { isPending: update.isPending, save };
}

/** Saves settings of a SKU, as `useSaveVariant` does. */
export function useSaveSettings(variant: Variant, form: FormInstance, onSaved: () => void) {
  const { isPending, save: saveVariant } = useSaveVariant(variant, form, onSaved);
  // The SKU when the dialog opened, so that a newer change of another user is not reverted.
  const [opened] = useState(variant);
  const save = (settings: Changes, since: string | null = opened.settings_updated_at): void =>
    saveVariant({ ...settings, ...(since === null ? {} : { if_unchanged_since: since }) }, (now, reason) => ({
      question: <ChangedSettings seen={opened} now={now} otherwise={reason} />,
      onSave: () => save(settings, null),
    }));
  return { isPending, save };
}
