export type AccountEvent =
  | {
      readonly type: 'account.registered';
      readonly userId: number;
      /** The code of the store that sent the new account here. */
      readonly referralCode: string | null;
    }
  | { readonly type: 'account.deleted'; readonly userId: number };
