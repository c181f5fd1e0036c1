declare module '../../context.ts' {
  interface DomainEvents {
    'account.registered': {
      readonly userId: number;
      /** The code of the store that sent the new account here. */
      readonly referralCode: string | null;
    };
    'account.deleted': {
      readonly userId: number;
    };
  }
}

export {};
