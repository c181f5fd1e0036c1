import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { InputNumber } from 'antd';
import { Count } from '../../../ui/values/money.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';
import { leastLeft, mostLeaving } from './division.rules.ts';

interface DivideQuantityProps {
  /** The shared quantity now; below zero after an oversell. */
  readonly shared: number;
  /** The units that leave with the listing; null while no number is typed. */
  readonly leaves: number | null;
  readonly onChange: (leaves: number | null) => void;
  /** The marketplace of the listing that leaves. */
  readonly leaving: string;
  /** The marketplaces of the listings that stay. */
  readonly staying: readonly string[];
  readonly autoFocus?: boolean;
}

/** Two numbers that add up to the shared quantity, and the quantities that the shops show with them. */
export function DivideQuantity({
  shared,
  leaves,
  onChange,
  leaving,
  staying,
  autoFocus = false,
}: DivideQuantityProps) {
  const t = useCatalogText();
  const most = mostLeaving(shared);
  const stays = leaves === null ? null : shared - leaves;
  return (
    <div className="es-divide">
      <label>
        <span>{t('unmergeLeaves')}</span>
        <InputNumber
          autoFocus={autoFocus}
          value={leaves}
          precision={0}
          min={0}
          max={most}
          disabled={most === 0}
          onChange={onChange}
        />
        <WillShow shops={[leaving]} units={leaves} />
      </label>
      <span aria-hidden="true">+</span>
      <label>
        <span>{t('unmergeStays')}</span>
        <InputNumber
          value={stays}
          precision={0}
          min={leastLeft(shared)}
          max={shared}
          disabled={most === 0}
          onChange={(value) => onChange(value === null ? null : shared - value)}
        />
        <WillShow shops={staying} units={stays} />
      </label>
      <span className="es-divide-sum">
        = <Count value={shared} />
      </span>
    </div>
  );
}

/** The quantity that shops show: never less than 0. */
function WillShow({ shops, units }: { readonly shops: readonly string[]; readonly units: number | null }) {
  const t = useCatalogText();
  if (units === null || shops.length === 0) return <small className="es-quiet">&nbsp;</small>;
  const named = [...new Set(shops)];
  const last = named.at(-1) ?? '';
  const names = named.length === 1 ? last : t('shopsAnd', { shops: named.slice(0, -1).join(', '), last });
  return <small className="es-quiet">{t('willShow', { shops: names, units: Math.max(0, units) })}</small>;
}

/** The names of the marketplaces of these listings. */
export function marketplacesOf(
  listings: readonly Pick<VariantListing, 'id' | 'marketplace'>[],
  without: number,
): string[] {
  return listings.filter(({ id }) => id !== without).map(({ marketplace }) => marketplace.name);
}
