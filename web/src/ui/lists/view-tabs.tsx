import { DownOutlined } from '@ant-design/icons';
import type { ViewedList } from '@evenstock/contract/stores/saved-views';
import { Button, Dropdown, Tabs, type MenuProps } from 'antd';
import type { TabOption } from './list-state.ts';
import type { List } from './list.ts';
import { Count } from '../values/money.tsx';
import { SavedViews } from './saved-views.tsx';
import { useUiText } from '../texts/ui.texts.ts';

interface ViewTabsProps {
  readonly list: List;
  readonly total: number | undefined;
  /** Members can save views of the list under this name. */
  readonly savedAs?: ViewedList | undefined;
}

/** The views of a list: tabs, and a menu with the less frequent ones. */
export function ViewTabs({ list, total, savedAs }: ViewTabsProps) {
  const t = useUiText();
  const { tabs } = list.spec;
  if (tabs === undefined) return null;
  const active = list.state.tab ?? tabs.initial;
  const inMenu = tabs.options.filter(({ group }) => group !== undefined);
  // The open tab shows the count with its filters.
  const countOf = ({ key, count }: TabOption) =>
    key === list.state.tab && total !== undefined && !list.stale ? total : count;
  return (
    <div className="es-views">
      <Tabs
        className="es-view-tabs"
        activeKey={active}
        onChange={(tab) => list.change({ tab })}
        items={tabs.options
          .filter(({ key, group }) => group === undefined || key === active)
          .map((option) => ({
            key: option.key,
            label: (
              <Named
                label={option.label}
                count={countOf(option)}
                isMore={option.key === list.state.tab && list.isCountExceeded && !list.stale}
              />
            ),
          }))}
      />
      {inMenu.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: groupsOf(inMenu),
            selectedKeys: [active],
            onClick: ({ key }) => list.change({ tab: key }),
          }}
        >
          <Button type="text" icon={<DownOutlined />} iconPlacement="end">
            {t('moreViews')}
          </Button>
        </Dropdown>
      )}
      {savedAs !== undefined && <SavedViews list={list} of={savedAs} />}
    </div>
  );
}

interface NamedProps {
  readonly label: string;
  readonly count: number | undefined;
  /** Whether there are more rows than were counted. */
  readonly isMore?: boolean;
}

function Named({ label, count, isMore = false }: NamedProps) {
  return (
    <>
      {label}
      {count !== undefined && (
        <span className="es-tab-count">
          {' ('}
          <Count value={count} />
          {isMore && '+'})
        </span>
      )}
    </>
  );
}

function groupsOf(options: readonly TabOption[]): NonNullable<MenuProps['items']> {
  const groups = [...new Set(options.map(({ group }) => group))];
  return groups.map((group, place) => ({
    type: 'group',
    key: `group-${String(place)}`,
    label: group,
    children: options
      .filter((option) => option.group === group)
      .map(({ key, label, count }) => ({ key, label: <Named label={label} count={count} /> })),
  }));
}
