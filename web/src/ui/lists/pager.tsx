import { pageSize } from '@evenstock/contract/api/fields';
import { Pagination } from 'antd';
import type { List } from './list.ts';
import { useNarrow } from '../theme/narrow.ts';
import { useUiText } from '../texts/ui.texts.ts';

/** The pages of a list, the number of rows, and the page size. */
export function Pager({ list, total }: { readonly list: List; readonly total: number }) {
  const t = useUiText();
  const narrow = useNarrow();
  return (
    <Pagination
      // The last page is unknown, because the rows were not all counted.
      className={list.isCountExceeded ? 'es-pager es-pager-open' : 'es-pager'}
      current={list.state.page}
      pageSize={list.state.perPage}
      pageSizeOptions={[...pageSize.choices]}
      total={total}
      showSizeChanger
      showQuickJumper={!narrow}
      simple={narrow}
      {...(narrow && !list.isCountExceeded
        ? {}
        : {
            showTotal: (all: number, [from, to]: [number, number]) =>
              t(list.isCountExceeded ? 'totalExceeded' : 'total', { from, to, total: all }),
          })}
      onChange={(page, perPage) => list.change(perPage === list.state.perPage ? { page } : { perPage })}
    />
  );
}
