/*
 * Who may make which call, written by hand from the specification's table of rights and from nothing in this program: the
 * access matrix test holds the server to it. A new endpoint needs a row at the bottom.
 */

/** `transferee`: of those in this role only the member whom the pending transfer names. */
export type Answer = 'yes' | 'no' | 'transferee';

/** A platform admin and a developer have no role in the store: what they may, they may through that level alone. */
export type CallerKind =
  'signedOut' | 'stranger' | 'member' | 'admin' | 'owner' | 'platformAdmin' | 'developer';
export type Right = Readonly<Record<CallerKind, Answer>>;

/** One line of the table; its columns stand in the order of the line above the rights. */
const who = (
  signedOut: Answer,
  stranger: Answer,
  member: Answer,
  admin: Answer,
  owner: Answer,
  platformAdmin: Answer,
  developer: Answer,
): Right => ({ signedOut, stranger, member, admin, owner, platformAdmin, developer });

// prettier-ignore
const rights = {
  //                                                  signed out stranger member      admin         owner  platform developer
  'arrive: sign in, sign up, follow a mailed link': who('yes',   'yes',   'yes',       'yes',        'yes',  'yes',   'yes'),
  'look after one’s own account':                   who('no',    'yes',   'yes',       'yes',        'yes',  'yes',   'yes'),
  'create a store':                                 who('no',    'yes',   'yes',       'yes',        'yes',  'yes',   'yes'),
  'look at the store and everything in it':         who('no',    'no',    'yes',       'yes',        'yes',  'yes',   'yes'),
  'look at the members':                            who('no',    'no',    'yes',       'yes',        'yes',  'yes',   'yes'),
  'read what the store is told':                    who('no',    'no',    'yes',       'yes',        'yes',  'yes',   'yes'),
  'refer a friend':                                 who('no',    'no',    'yes',       'yes',        'yes',  'yes',   'yes'),
  'work on orders':                                 who('no',    'no',    'yes',       'yes',        'yes',  'yes',   'yes'),
  'cancel, go on with or repeat long work':         who('no',    'no',    'yes',       'yes',        'yes',  'yes',   'yes'),
  'work on products':                               who('no',    'no',    'yes',       'yes',        'yes',  'yes',   'yes'),
  'change the store’s settings':                    who('no',    'no',    'no',        'yes',        'yes',  'yes',   'yes'),
  'look at the store’s subscription':               who('no',    'no',    'no',        'yes',        'yes',  'yes',   'yes'),
  'add a member':                                   who('no',    'no',    'no',        'yes',        'yes',  'yes',   'yes'),
  'change a member’s role':                         who('no',    'no',    'no',        'yes',        'yes',  'yes',   'yes'),
  'remove a member':                                who('no',    'no',    'no',        'yes',        'yes',  'yes',   'yes'),
  'keep the marketplaces':                          who('no',    'no',    'no',        'yes',        'yes',  'yes',   'yes'),
  'authenticate a marketplace':                     who('no',    'no',    'no',        'yes',        'yes',  'yes',   'yes'),
  'offer the ownership':                            who('no',    'no',    'no',        'no',         'yes',  'no',    'no'),
  'take the offer of the ownership back':           who('no',    'no',    'no',        'no',         'yes',  'no',    'no'),
  'answer the offer of the ownership':              who('no',    'no',    'transferee', 'transferee', 'no',  'no',    'no'),
  'delete the store':                               who('no',    'no',    'no',        'no',         'yes',  'no',    'no'),
  'begin or end the subscription':                  who('no',    'no',    'no',        'no',         'yes',  'no',    'no'),
  'leave the store':                                who('no',    'no',    'yes',       'yes',        'no',   'no',    'no'),
  'read a marketplace’s raw answers':               who('no',    'no',    'no',        'no',         'no',   'yes',   'yes'),
  'add an order by its number':                     who('no',    'no',    'no',        'no',         'no',   'yes',   'yes'),
  'read an order’s raw answers':                    who('no',    'no',    'no',        'no',         'no',   'yes',   'yes'),
  'look at the subscriptions of all stores':        who('no',    'no',    'no',        'no',         'no',   'yes',   'yes'),
  'look at who is due a voucher':                   who('no',    'no',    'no',        'no',         'no',   'yes',   'yes'),
  'see to background jobs that failed for good':    who('no',    'no',    'no',        'no',         'no',   'yes',   'yes'),
} satisfies Record<string, Right>;

/** What each endpoint is an instance of, by its name. */
const rightOf: Readonly<Record<string, keyof typeof rights>> = {
  signIn: 'arrive: sign in, sign up, follow a mailed link',
  signInFromConsole: 'arrive: sign in, sign up, follow a mailed link',
  forgetPassword: 'arrive: sign in, sign up, follow a mailed link',
  resetPassword: 'arrive: sign in, sign up, follow a mailed link',
  register: 'arrive: sign in, sign up, follow a mailed link',
  confirmSignUp: 'arrive: sign in, sign up, follow a mailed link',
  readInvitation: 'arrive: sign in, sign up, follow a mailed link',
  acceptInvitation: 'arrive: sign in, sign up, follow a mailed link',
  storeNameFromCode: 'arrive: sign in, sign up, follow a mailed link',

  authenticate: 'look after one’s own account',
  signOut: 'look after one’s own account',
  showAccount: 'look after one’s own account',
  changePassword: 'look after one’s own account',
  listSessions: 'look after one’s own account',
  endOneSession: 'look after one’s own account',
  endOtherSessions: 'look after one’s own account',
  beginSecondFactor: 'look after one’s own account',
  switchSecondFactorOn: 'look after one’s own account',
  switchSecondFactorOff: 'look after one’s own account',
  requestDeletion: 'look after one’s own account',
  listStoreProfiles: 'look after one’s own account',

  createStore: 'create a store',
  showStore: 'look at the store and everything in it',
  showSummary: 'look at the store and everything in it',
  streamEvents: 'look at the store and everything in it',
  updateStore: 'change the store’s settings',
  deleteStore: 'delete the store',
  leaveStore: 'leave the store',

  listMembers: 'look at the members',
  showMember: 'look at the members',
  listTransferees: 'look at the members',
  addMember: 'add a member',
  changeMemberRole: 'change a member’s role',
  removeMember: 'remove a member',
  startTransfer: 'offer the ownership',
  cancelTransfer: 'take the offer of the ownership back',
  acceptTransfer: 'answer the offer of the ownership',
  rejectTransfer: 'answer the offer of the ownership',
  sendReferralEmails: 'refer a friend',

  listSubscriptionInfos: 'look at the store’s subscription',
  listDueVouchers: 'look at who is due a voucher',
  listDeadLetters: 'see to background jobs that failed for good',
  resolveDeadLetter: 'see to background jobs that failed for good',
  listAllSubscriptionInfos: 'look at the subscriptions of all stores',
  startCheckout: 'begin or end the subscription',
  endSubscription: 'begin or end the subscription',

  listMarketplaces: 'look at the store and everything in it',
  showMarketplace: 'look at the store and everything in it',
  listLogistics: 'look at the store and everything in it',
  showRawAccount: 'read a marketplace’s raw answers',
  createMarketplace: 'keep the marketplaces',
  updateMarketplace: 'keep the marketplaces',
  deactivateMarketplace: 'keep the marketplaces',
  deactivateMarketplaceByGet: 'keep the marketplaces',
  deleteMarketplace: 'keep the marketplaces',
  beginAuthorisation: 'authenticate a marketplace',
  authoriseAmazonSg: 'authenticate a marketplace',
  authoriseLazada: 'authenticate a marketplace',
  authoriseShopee: 'authenticate a marketplace',
  authoriseShopify: 'authenticate a marketplace',
  authoriseTiktok: 'authenticate a marketplace',
  enterFromShopify: 'authenticate a marketplace',
  verifyQoo10: 'authenticate a marketplace',

  listVariants: 'look at the store and everything in it',
  showVariant: 'look at the store and everything in it',
  showProduct: 'look at the store and everything in it',
  previewAutomerge: 'look at the store and everything in it',
  listStockMovements: 'look at the store and everything in it',
  listVariantStockMovements: 'look at the store and everything in it',
  listRecoveryCounts: 'look at the store and everything in it',
  answerRecoveryCount: 'work on products',
  automerge: 'work on products',
  updateVariant: 'work on products',
  pullVariant: 'work on products',
  boostListing: 'work on products',
  settleDifference: 'work on products',
  pullVariantOfProduct: 'work on products',
  pullDiscounts: 'work on products',
  pullMarketplace: 'work on products',
  unmergeFromVariant: 'work on products',
  unmergeFromProduct: 'work on products',
  unmergeListingFromProduct: 'work on products',

  listOperations: 'look at the store and everything in it',
  showOperation: 'look at the store and everything in it',
  showMassAction: 'look at the store and everything in it',
  cancelOperation: 'cancel, go on with or repeat long work',
  continueOperation: 'cancel, go on with or repeat long work',
  retryOperation: 'cancel, go on with or repeat long work',

  listOrders: 'look at the store and everything in it',
  showOrder: 'look at the store and everything in it',
  pullOrders: 'work on orders',
  pullOrdersByGet: 'work on orders',
  syncOrder: 'work on orders',
  addNotes: 'work on orders',
  restockOrder: 'work on orders',
  moveToCompleted: 'work on orders',
  createOrder: 'add an order by its number',
  showRawOrder: 'read an order’s raw answers',
  cancelOrder: 'work on orders',
  acceptCancellation: 'work on orders',
  rejectCancellation: 'work on orders',
  listRefusalReasons: 'work on orders',
  listLazadaCancellationReasons: 'work on orders',
  listShopeeCancellationReasons: 'work on orders',
  listShopifyCancellationReasons: 'work on orders',
  listTiktokCancellationReasons: 'work on orders',
  listTokopediaCancellationReasons: 'work on orders',
  listQoo10CancellationReasons: 'work on orders',
  listAmazonSgCancellationReasons: 'work on orders',
  showCollectionForm: 'work on orders',
  setReadyToCollect: 'work on orders',
  confirmPickup: 'work on orders',
  listShipmentProviders: 'work on orders',
  massSyncOrders: 'work on orders',
  massShipOrders: 'work on orders',
  massSetReadyToCollect: 'work on orders',
  massPickup: 'work on orders',
  massCancelOrders: 'work on orders',
  showShipmentForm: 'work on orders',
  showShopeeShipmentParams: 'work on orders',
  listShopeeAddresses: 'work on orders',
  listShopeePickupTimes: 'work on orders',
  listShopeeBranches: 'work on orders',
  shipOrder: 'work on orders',
  getShippingLabels: 'work on orders',
  prepareShippingLabels: 'work on orders',
  showShippingLabels: 'work on orders',
  getShippingLabel: 'work on orders',
  getInvoices: 'work on orders',
  prepareInvoices: 'work on orders',
  getPickList: 'work on orders',
  preparePickList: 'work on orders',
  confirmPrint: 'work on orders',

  listActions: 'look at the store and everything in it',
  showAction: 'look at the store and everything in it',
  dismissAction: 'work on orders',

  listStoreNotifications: 'read what the store is told',
  readStoreNotification: 'read what the store is told',
  readAllStoreNotifications: 'read what the store is told',
  readAllStoreNotificationsByGet: 'read what the store is told',
};

/** What goes on with an expired password: changing it, signing out, telling who is signed in, and what acts for nobody. */
export const worksWithExpiredPassword: ReadonlySet<string> = new Set([
  'authenticate',
  'showAccount',
  'signOut',
  'changePassword',
  'signIn',
  'signInFromConsole',
  'forgetPassword',
  'resetPassword',
  'register',
  'confirmSignUp',
  'readInvitation',
  'storeNameFromCode',
]);

/** What is done outside of any store: no store's requirement of a second factor bears on it. Every other endpoint enters one. */
export const entersNoStore: ReadonlySet<string> = new Set([
  'signIn',
  'signInFromConsole',
  'forgetPassword',
  'resetPassword',
  'register',
  'confirmSignUp',
  'readInvitation',
  'acceptInvitation',
  'storeNameFromCode',
  'authenticate',
  'signOut',
  'showAccount',
  'changePassword',
  'listSessions',
  'endOneSession',
  'endOtherSessions',
  'beginSecondFactor',
  'switchSecondFactorOn',
  'switchSecondFactorOff',
  'requestDeletion',
  'listStoreProfiles',
  'createStore',
  'listAllSubscriptionInfos',
  'listDueVouchers',
  'listDeadLetters',
  'resolveDeadLetter',
]);

/** Names of the endpoints that have a row. */
export const namesInTable: readonly string[] = Object.keys(rightOf);

/** Who may make a call. Throws for an endpoint without a row. */
export function rightFor(endpoint: string): Right {
  const name = rightOf[endpoint];
  if (name === undefined) throw new Error(`Say in access-table.ts who may call ${endpoint}.`);
  return rights[name];
}
