import {
  massPin,
  massUnpin,
  variantFilter,
  type VariantChoice,
  type VariantRow,
} from '@evenstock/contract/catalog/variants';
import { Button } from 'antd';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import type { Chosen } from '../../ui/lists/selection.ts';
import { useCatalogText } from './product/catalog.texts.ts';
import { EditPricesAndQuantities } from './edits/edit-grid.tsx';
import { MassMerge } from './merges/mass-merge.tsx';
import { MassSale, type MassSaleProps } from './edits/mass-sale.tsx';
import { MergeSelected } from './merges/merge-selected.tsx';
import type { Paying } from './product/paying.ts';

export interface MassActionProps {
  /** The selected SKUs. */
  readonly chosen: Chosen<VariantRow>;
  /** Called after the action was accepted, to clear the selection. */
  readonly done: () => void;
}

/** The selected SKUs in the format of the calls. */
export function choiceOf({ rows, matching }: Chosen<VariantRow>): VariantChoice {
  return matching === null ? { ids: rows.map(({ id }) => id) } : { q: variantFilter.parse(matching) };
}

/** The mass actions for the SKUs that are selected in the products list. */
export function ProductsMassBar({
  chosen,
  done,
  askPayment,
  onStarted,
}: MassActionProps & Paying & Pick<MassSaleProps, 'onStarted'>) {
  const { can } = useStore();
  if (!can('product.work')) return null;
  return (
    <>
      <MassPin chosen={chosen} done={done} />
      <MassPin chosen={chosen} done={done} unpins />
      {chosen.matching === null ? (
        <MergeSelected variants={chosen.rows} from="listings" askPayment={askPayment} onMerged={done} />
      ) : (
        <MassMerge
          choice={choiceOf(chosen)}
          askPayment={askPayment}
          onStarted={(id) => {
            done();
            onStarted(id);
          }}
        />
      )}
      <EditPricesAndQuantities
        choice={choiceOf(chosen)}
        count={chosen.count}
        onStarted={(id) => {
          done();
          onStarted(id);
        }}
      />
      <MassSale
        choice={choiceOf(chosen)}
        onStarted={(id) => {
          done();
          onStarted(id);
        }}
      />
    </>
  );
}

function MassPin({ chosen, done, unpins = false }: MassActionProps & { readonly unpins?: boolean }) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const pin = useWrite(unpins ? massUnpin : massPin, ['variants']);
  return (
    <Button
      loading={pin.isPending}
      onClick={() =>
        pin.mutate(
          { params: { storeId }, body: choiceOf(chosen) },
          {
            onSuccess: () => {
              message.success(unpins ? t('unpinDone') : t('pinDone'));
              done();
            },
            onError: (thrown) => notifyFailure(thrown, unpins ? t('unpinFailed') : t('pinFailed')),
          },
        )
      }
    >
      {unpins ? t('unpin') : t('pin')}
    </Button>
  );
}
