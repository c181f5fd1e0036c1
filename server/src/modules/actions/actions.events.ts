import type { ActionKind, ActionSubject } from '@evenstock/contract/actions/actions';

declare module '../../context.ts' {
  interface DomainEvents {
    'action.settled': {
      readonly storeId: number;
      readonly actionId: number;
      readonly kind: ActionKind;
      readonly subjectType: ActionSubject;
      readonly subjectId: number;
      readonly state: 'done' | 'refused';
    };
  }
}
