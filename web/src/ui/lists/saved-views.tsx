import { DeleteOutlined, EditOutlined, StarOutlined } from '@ant-design/icons';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  savedViewLimits,
  updateSavedView,
  type SavedView,
  type ViewedList,
  viewAddress,
} from '@evenstock/contract/stores/saved-views';
import { Button, Input, Popover, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listAddress } from './list-state.ts';
import type { List } from './list.ts';
import { notifyFailure } from '../pages/notices.ts';
import { Retry } from '../pages/retry.tsx';
import './saved-views.css';
import { useUiText } from '../texts/ui.texts.ts';

interface SavedViewsProps {
  readonly list: List;
  readonly of: ViewedList;
}

/** A member's saved views of a list: named addresses that can be opened, saved, renamed, updated and deleted. */
export function SavedViews({ list, of }: SavedViewsProps) {
  const t = useUiText();
  const { storeId } = useStore();
  const [open, setOpen] = useState(false);
  // Kept while the menu is closed: a click beside it closes it.
  const [typed, setTyped] = useState(nothingTyped);
  const call = useCall(listSavedViews, { params: { storeId } });
  const views = call.data?.saved_views.filter((view) => view.list === of);
  const address = viewAddress(of, listAddress(list.state, list.spec));
  const shown = views?.find((view) => view.address === address);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={
        views !== undefined ? (
          <SavedViewsMenu
            of={of}
            views={views}
            address={address}
            changed={() => void call.refetch()}
            close={() => setOpen(false)}
            typed={typed}
            onTyped={setTyped}
          />
        ) : call.error !== null ? (
          <Retry failure={failureOf(call.error)} onRetry={() => void call.refetch()} />
        ) : (
          <section className="es-saved-views" aria-label={t('loading')} aria-busy>
            <Skeleton active title={false} paragraph={{ rows: 2, width: '100%' }} />
          </section>
        )
      }
    >
      <Button
        type="text"
        className="es-saved-views-button"
        icon={<StarOutlined aria-hidden />}
        aria-expanded={open}
      >
        {shown === undefined ? t('savedViews') : t('savedViewShown', { name: shown.name })}
      </Button>
    </Popover>
  );
}

/** The name that is typed: of a new view, or of the saved view with this id. */
interface TypedName {
  readonly renamed: number | null;
  readonly name: string;
}

const nothingTyped: TypedName = { renamed: null, name: '' };

interface MenuProps {
  readonly of: ViewedList;
  readonly views: readonly SavedView[];
  /** The current view. */
  readonly address: string;
  readonly changed: () => void;
  readonly close: () => void;
  readonly typed: TypedName;
  readonly onTyped: (typed: TypedName) => void;
}

function SavedViewsMenu({ of, views, ...rest }: MenuProps) {
  const { address, changed, typed, onTyped } = rest;
  const t = useUiText();
  const { storeId } = useStore();
  const create = useWrite(createSavedView);
  const isKept = views.some((view) => view.address === address);
  return (
    <section className="es-saved-views" aria-label={t('savedViews')}>
      {views.length === 0 && <p className="es-quiet">{t('noSavedViews')}</p>}
      <ul>
        {views.map((view) => (
          <SavedViewItem key={view.id} view={view} {...rest} />
        ))}
      </ul>
      {!isKept && (
        <NameForm
          label={t('viewName')}
          button={t('saveView')}
          busy={create.isPending}
          problem={problemOf(create.error)}
          name={typed.renamed === null ? typed.name : ''}
          onChange={(name) => onTyped({ renamed: null, name })}
          onName={(name) =>
            create.mutate(
              { params: { storeId }, body: { saved_view: { list: of, name, address } } },
              {
                onSuccess: () => {
                  onTyped(nothingTyped);
                  changed();
                },
              },
            )
          }
        />
      )}
    </section>
  );
}

interface ItemProps extends Omit<MenuProps, 'of' | 'views'> {
  readonly view: SavedView;
}

function SavedViewItem({ view, address, changed, close, typed, onTyped }: ItemProps) {
  const t = useUiText();
  const { storeId } = useStore();
  const confirm = useConfirm();
  const update = useWrite(updateSavedView);
  const remove = useWrite(deleteSavedView);
  const { id, name } = view;
  const isRenaming = typed.renamed === id;
  const done = () => {
    onTyped(nothingTyped);
    changed();
  };
  const params = { storeId, savedViewId: id };
  if (isRenaming) {
    return (
      <li>
        <NameForm
          label={t('renameView', { name })}
          button={t('save')}
          name={typed.name}
          onChange={(next) => onTyped({ renamed: id, name: next })}
          busy={update.isPending}
          problem={problemOf(update.error)}
          onName={(next) =>
            update.mutate({ params, body: { saved_view: { name: next } } }, { onSuccess: done })
          }
        >
          <Button
            disabled={view.address === address}
            onClick={() => update.mutate({ params, body: { saved_view: { address } } }, { onSuccess: done })}
          >
            {t('replaceView')}
          </Button>
        </NameForm>
      </li>
    );
  }
  const askDelete = () => {
    close();
    confirm({
      title: t('deleteViewQuestion', { name }),
      ok: t('deleteView'),
      danger: true,
      onOk: () =>
        remove
          .mutateAsync({ params })
          .then(changed)
          .catch((thrown: unknown) =>
            notifyFailure(thrown, t('wentWrong'), (reason) => t('viewNotDeleted', { name, reason })),
          ),
    });
  };
  return (
    <li>
      <Link
        to={{ search: view.address }}
        aria-current={view.address === address ? 'page' : undefined}
        onClick={close}
      >
        {name}
      </Link>
      <Button
        type="text"
        icon={<EditOutlined aria-hidden />}
        aria-label={t('renameView', { name })}
        onClick={() => onTyped({ renamed: id, name })}
      />
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t('deleteViewNamed', { name })}
        onClick={askDelete}
      />
    </li>
  );
}

interface NameFormProps {
  readonly label: string;
  readonly button: string;
  readonly name: string;
  readonly onChange: (name: string) => void;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onName: (name: string) => void;
  readonly children?: ReactNode;
}

function NameForm({ label, button, name, onChange, busy, problem, onName, children }: NameFormProps) {
  return (
    <form
      className="es-view-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onName(name.trim());
      }}
    >
      <Input
        aria-label={label}
        placeholder={label}
        value={name}
        maxLength={savedViewLimits.name}
        status={problem === null ? '' : 'error'}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button type="primary" htmlType="submit" loading={busy} disabled={name.trim() === ''}>
        {button}
      </Button>
      {children}
      {problem !== null && (
        <span className="es-error" role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}

/** Why a write failed, as text; null if it did not fail. */
function problemOf(error: Error | null): string | null {
  if (error === null) return null;
  const failure = failureOf(error);
  const fields = failure.kind === 'fields' ? Object.values(failure.errors).flat() : [];
  return fields[0] ?? describeFailure(failure);
}
