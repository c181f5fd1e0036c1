import { channels } from '@evenstock/contract/channels/channels';
import { chooseStockPlaces, listStockPlaces } from '@evenstock/contract/connections/stock-places';
import { showMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { previewStockPlaces } from '@evenstock/contract/stock/stock-places';
import { Alert, Checkbox, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Reply } from '../../../api/call.ts';
import { describeFailure, failureOf } from '../../../api/failure.ts';
import { rememberReply, useCall, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { ActDialog } from '../../../ui/dialogs/act-dialog.tsx';
import { message } from '../../../ui/dialogs/overlays.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import type { PlacedMarketplace } from './placed-marketplace.ts';
import { MovedListings } from './moved-listings.tsx';
import { placeStep } from './places.rules.ts';
import { usePlacesText } from './places.texts.ts';

type Listed = Reply<typeof listStockPlaces>;
type Place = Listed['stock_places'][number];

interface PlacesProps {
  readonly marketplace: PlacedMarketplace;
  readonly onClose: () => void;
}

/** Wide enough for the numbers of each listing. */
const WIDTH = 720;

/**
 * Asks which places of stock of a shop are kept here. A first choice is taken as it is; another one shows what becomes of each number,
 * and is confirmed with their count.
 */
export function PlacesModal({ marketplace, onClose }: PlacesProps) {
  const t = usePlacesText();
  const { storeId } = useStore();
  const { slug, name, channel, stock_places: known, place_state: state } = marketplace;
  const params = { storeId, marketplaceId: slug };
  const kept = (known?.chosen ?? []).map(({ id }) => id);
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const [page, setPage] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const query = useCall(listStockPlaces, { params }, { staleTime: 0, gcTime: 0 });
  const choose = useWrite(chooseStockPlaces, ['marketplaces', 'variants', 'pulls']);
  const listed = query.data?.stock_places ?? [];
  const choosable = listed.filter((place) => place.can_be_chosen);
  const chosen = picked ?? preselected(choosable, kept);
  const isFirst = state !== 'chosen' || known === null;
  const step = placeStep(chosen, kept, isFirst);
  const preview = useCall(
    previewStockPlaces,
    { params, query: { place_ids: [...chosen], page, per_page: 5 } },
    { enabled: step === 'move', staleTime: 0, gcTime: 0 },
  );
  const isSummed = query.data?.are_summed ?? known?.are_summed ?? false;
  const count = preview.data?.total_count;

  function send(): void {
    setProblem(null);
    choose.mutate(
      { params, body: { place_ids: [...chosen], if_place_ids: kept } },
      {
        onSuccess: (reply) => {
          rememberReply(showMarketplace, { params }, reply);
          const names = listed.filter(({ id }) => chosen.includes(id)).map((place) => place.name);
          message.success(t('chosen', { places: names.join(', ') }));
          onClose();
        },
        onError: (error) => {
          const reason = describeFailure(failureOf(error));
          setProblem(reason === null ? t('failed') : t('failedBecause', { reason }));
          void query.refetch();
        },
      },
    );
  }

  return (
    <ActDialog
      title={t(isSummed ? 'dialogTitleSummed' : 'dialogTitle', { name })}
      ok={step === 'move' && count !== undefined ? t('move', { count }) : t(isSummed ? 'keepThem' : 'keepIt')}
      width={WIDTH}
      isPending={choose.isPending}
      disabled={step === 'nothing' || (step === 'move' && count === undefined)}
      isUnsaved={() => picked !== null && step !== 'nothing'}
      onOk={send}
      onClose={onClose}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <PageState query={query} lines={3}>
        {({ stock_places: places }) => (
          <>
            {places.length === 0 ? (
              <p>{t('none', { channel: channels[channel].label })}</p>
            ) : (
              <>
                <p className="es-quiet">
                  {places.length === 1 ? t('onlyOne') : t('dialogHint', { channel: channels[channel].label })}
                </p>
                <Choice
                  label={t(isSummed ? 'titleSummed' : 'title')}
                  places={places}
                  chosen={chosen}
                  isSummed={isSummed}
                  isDisabled={choose.isPending}
                  onChoose={(ids) => {
                    setPicked(ids);
                    setPage(1);
                  }}
                />
              </>
            )}
            {step === 'move' && <MovedListings query={preview} page={page} onPage={setPage} />}
          </>
        )}
      </PageState>
    </ActDialog>
  );
}

/** What is kept; at first the only place, where there is one alone. */
function preselected(choosable: readonly Place[], kept: readonly string[]): readonly string[] {
  const [only, ...others] = choosable;
  if (kept.length > 0) return kept;
  return only !== undefined && others.length === 0 ? [only.id] : [];
}

interface ChoiceProps {
  readonly label: string;
  readonly places: readonly Place[];
  readonly chosen: readonly string[];
  readonly isSummed: boolean;
  readonly isDisabled: boolean;
  readonly onChoose: (ids: readonly string[]) => void;
}

function Choice({ label, places, chosen, isSummed, isDisabled, onChoose }: ChoiceProps) {
  const t = usePlacesText();
  const hintOf = (place: Place): ReactNode => {
    const hint = place.is_chosen
      ? t('isKept')
      : place.kept_by === 'marketplace'
        ? t('isMarketplaces')
        : place.is_active
          ? null
          : t('isClosed');
    return hint === null ? null : <span className="es-quiet"> · {hint}</span>;
  };
  const options = places.map((place) => ({
    value: place.id,
    disabled: !place.can_be_chosen && !place.is_chosen,
    label: (
      <>
        {place.name}
        {hintOf(place)}
      </>
    ),
  }));
  return isSummed ? (
    <Checkbox.Group
      className="es-place-choice"
      aria-label={label}
      options={options}
      value={[...chosen]}
      disabled={isDisabled}
      onChange={onChoose}
    />
  ) : (
    <Radio.Group
      className="es-place-choice"
      aria-label={label}
      options={options}
      value={chosen[0] ?? null}
      disabled={isDisabled}
      onChange={({ target }) => onChoose([String(target.value)])}
    />
  );
}
