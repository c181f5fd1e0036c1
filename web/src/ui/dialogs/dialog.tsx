import { Drawer as AntDrawer, Modal as AntModal, type DrawerProps, type ModalProps } from 'antd';
import { useReturnFocus } from './return-focus.ts';

/** A dialog. Once it is closed, the focus is where it was before. */
export function Modal(props: ModalProps) {
  useReturnFocus();
  return <AntModal {...props} />;
}

/** A dialog at the side. Once it is closed, the focus is where it was before. */
export function Drawer(props: DrawerProps) {
  useReturnFocus();
  return <AntDrawer {...props} />;
}
