import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from '../api/store-context.ts';
import { intentOf } from './keyboard.rules.ts';
import { focusSearch, isField, moveInList, selectInList } from './list-keys.ts';

const CommandPalette = lazy(() => import('./command-palette.tsx'));
const KeysHelp = lazy(() => import('./keys-help.tsx'));

/** Time limit for the second key after `g`, in milliseconds. */
const G_LASTS_MS = 1_500;
const places = { orders: '/orders', products: '/products', summary: '/summary' } as const;

/** Keyboard shortcuts of all screens of a store. Palette and help are loaded when they are first opened. */
export function Keyboard() {
  const navigate = useNavigate();
  const { storeId } = useStore();
  const [opened, open] = useState<'palette' | 'help' | null>(null);
  const pressedG = useRef(-Infinity);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      const intent = intentOf(event, {
        isTyping: isField(event.target),
        isInDialog:
          document.querySelector('.ant-drawer-open, .ant-modal-wrap:not([style*="display: none"])') !== null,
        afterG: event.timeStamp - pressedG.current < G_LASTS_MS,
      });
      pressedG.current = intent === 'g' ? event.timeStamp : -Infinity;
      if (intent === null) return;
      event.preventDefault();
      switch (intent) {
        case 'palette':
        case 'help':
          open(intent);
          break;
        case 'search':
          focusSearch();
          break;
        case 'down':
        case 'up':
          moveInList(intent === 'down' ? 1 : -1);
          break;
        case 'select':
          selectInList();
          break;
        case 'g':
          break;
        default:
          void navigate(`/stores/${storeId}${places[intent]}`);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate, storeId]);
  const close = () => open(null);
  return (
    <Suspense fallback={null}>
      {opened === 'palette' && <CommandPalette onClose={close} />}
      {opened === 'help' && <KeysHelp onClose={close} />}
    </Suspense>
  );
}
