import { Pagination } from 'antd';

interface ShortPagerProps {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly onTurn: (page: number) => void;
}

/** The page of a short list, its number of pages, and arrows to turn it. Nothing where all rows are on one page. */
export function ShortPager({ page, perPage, total, onTurn }: ShortPagerProps) {
  return (
    <Pagination
      className="es-pager"
      simple
      hideOnSinglePage
      current={page}
      pageSize={perPage}
      total={total}
      showSizeChanger={false}
      onChange={onTurn}
    />
  );
}
