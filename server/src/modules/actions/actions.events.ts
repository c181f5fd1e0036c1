import type { ActionKind, ActionSubject } from '@evenstock/contract/actions/actions';

export interface ActionEvent {
  readonly type: 'action.settled';
  readonly storeId: number;
  readonly actionId: number;
  readonly kind: ActionKind;
  readonly subjectType: ActionSubject;
  readonly subjectId: number;
  readonly state: 'done' | 'refused';
}
