import { mostParts, mostUnitsOfPart } from '@evenstock/contract/catalog/sets';
import { changeParts, showVariant, type Variant } from '@evenstock/contract/catalog/variants';
import { Alert, Button, InputNumber } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf, withReason } from '../../../api/failure.ts';
import { rememberReply, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { Code } from '../../../ui/values/money.tsx';
import { message } from '../../../ui/dialogs/overlays.ts';
import { isChangedMeanwhile, useSaveOver } from '../../../ui/dialogs/save-over.ts';
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import { useCatalogText } from '../product/catalog.texts.ts';
import { SearchProductsModal } from '../merges/search-products.modal.tsx';
import { addedPart, partsToSend, setsOf, type DraftPart } from './set-parts.rules.ts';

interface SetPartsProps {
  readonly variant: Variant;
  readonly onClose: () => void;
}

/** Chooses the parts of a set and the units of each. */
export function SetPartsModal({ variant, onClose }: SetPartsProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const confirm = useConfirm();
  const saveOver = useSaveOver();
  const [before] = useState<readonly DraftPart[]>(
    variant.made_of.map(({ variant: part, units, quantity }) => ({ ...part, units, quantity })),
  );
  const [parts, setParts] = useState(before);
  const [searching, setSearching] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = useWrite(changeParts, ['variants', 'stock_movements']);
  const close = useUnsaved({ isUnsaved: () => !change.isPending && parts !== before, onClose });
  const params = { storeId, variantId: variant.slug };
  const sets = setsOf(parts);
  /** @param seen what the SKU is to be made of still; null: it is saved over whatever it is made of now */
  const save = (chosen: readonly DraftPart[], seen: readonly DraftPart[] | null = before): Promise<void> =>
    change
      .mutateAsync({
        params,
        body: { parts: partsToSend(chosen), ...(seen === null ? {} : { if_made_of: partsToSend(seen) }) },
      })
      .then(
        (reply) => {
          rememberReply(showVariant, { params, query: {} }, reply);
          onClose();
        },
        (thrown: unknown) => {
          const failure = failureOf(thrown);
          const reason = describeFailure(failure);
          if (isChangedMeanwhile(failure)) {
            saveOver(reason, () => void save(chosen, null));
            return;
          }
          setProblem(withReason(t('updateFailed'), reason));
        },
      );
  const end = () =>
    confirm({
      title: t('endSetTitle'),
      content: t('endSetText'),
      ok: t('endSet'),
      danger: true,
      onOk: () => save([]),
    });
  return (
    <Modal
      open
      title={t('madeOf')}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={change.isPending}
      okButtonProps={{ disabled: sets === null }}
      onOk={() => void save(parts)}
      onCancel={close}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {variant.is_set && (
            <Button danger className="es-parts-end" disabled={change.isPending} onClick={end}>
              {t('endSet')}
            </Button>
          )}
          <CancelBtn />
          <OkBtn />
        </>
      )}
    >
      {problem !== null && <Alert type="error" showIcon title={problem} />}
      {parts.length === 0 && <p className="es-quiet">{t('pickPart')}</p>}
      <ul className="es-parts">
        {parts.map((part) => (
          <PartField
            key={part.id}
            part={part}
            onChange={(units) => setParts(parts.map((one) => (one === part ? { ...part, units } : one)))}
            onRemove={() => setParts(parts.filter((one) => one !== part))}
          />
        ))}
      </ul>
      <p className="es-parts-more">
        <Button disabled={parts.length >= mostParts} onClick={() => setSearching(true)}>
          {t('addPart')}
        </Button>
      </p>
      {!variant.is_set && variant.quantity !== 0 && <p>{t('losesOwn', { count: variant.quantity })}</p>}
      {sets !== null && <p>{t('setMakes', { count: Math.max(0, sets) })}</p>}
      {searching && (
        <SearchProductsModal
          onPick={(picked) => {
            if (picked.is_set || picked.id === variant.id) message.error(t('partIsSet'));
            else setParts(addedPart(parts, picked));
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </Modal>
  );
}

interface PartFieldProps {
  readonly part: DraftPart;
  readonly onChange: (units: number | null) => void;
  readonly onRemove: () => void;
}

function PartField({ part, onChange, onRemove }: PartFieldProps) {
  const t = useCatalogText();
  const name = part.full_product_name;
  return (
    <li>
      <InputNumber
        aria-label={t('unitsOfNamed', { name })}
        className="es-parts-field"
        precision={0}
        min={1}
        max={mostUnitsOfPart}
        value={part.units}
        onChange={onChange}
      />
      <span className="es-parts-name">
        {name} <Code>{part.sku}</Code>
      </span>
      <Button type="link" size="small" aria-label={t('removePart', { name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  );
}
