/** What connectors say of authorisations: how one is given, why it no longer holds, what the app may do. */
export const channelConsentMessages = {
  // The seller's way through the channel's pages.
  not_confirmed: '{{channel}} did not confirm the authorisation. Start it again.',
  shop_not_named: '{{channel}} did not say which shop was authorised. Start the authorisation again.',
  one_shop_needed:
    'This {{channel}} main account was not authorised for exactly one shop. Authorise again and choose the shop of this marketplace.',
  code_over:
    '{{channel}} no longer accepts this authorisation: it was used already, or took too long. Start it again.',
  return_unsigned: 'The return from {{channel}} is not signed by {{channel}}. Start the authorisation again.',
  return_names_no_shop: 'The return from {{channel}} names no valid shop. Start the authorisation again.',
  return_late: 'The return from {{channel}} came too late. Start the authorisation again.',
  scopes_missing: '{{channel}} did not grant what is needed ({{scopes}}). Authorise again and accept all.',
  not_a_seller:
    'This {{channel}} account is not a seller’s. Sign in there as the seller and authorise again.',
  several_shops:
    'This {{channel}} account has several shops. Enter the exact name of the one to connect, then authorise again.',
  shop_name_mismatch: '{{channel}} shop name does not match',
  shop_name_invalid: 'This is not the name of a {{channel}} shop. It is the part before {{domain}}.',
  shop_name_needed: '{{channel}} needs the exact name of the shop. Add it to this marketplace first.',
  shop_not_linked:
    'No shop named “{{name}}” is linked to this installation’s {{channel}} app. Check the spelling, or ask {{channel}} to link the shop, then verify again.',
  shops_alike:
    'Several shops named “{{name}}” are linked to this installation’s {{channel}} app. Rename one of them, then verify again.',
  other_shop:
    'You authorised {{found}} at {{channel}}, but this marketplace is for {{expected}}. Sign in to that shop and authorise again.',
  not_sold_there:
    'This seller account does not sell on {{channel}}. Register it there, or authorise with the account that does.',
  no_location:
    'This {{channel}} shop has no active location of its own to keep stock at. Add one there, then verify again.',
  keys_wrong:
    '{{channel}} does not accept the API key, user id and password together. Check all three there and try again. ({{reason}})',

  // An authorisation that no longer holds.
  token_over:
    '{{channel}} does not renew its token any more: the consent was withdrawn or ran out. Verify the marketplace again.',
  token_refused:
    '{{channel}} no longer accepts our token for this shop. The app may have been removed there.',
  token_renewed: '{{channel}} no longer accepts our token. It is renewed by itself.',
  keys_over:
    '{{channel}} does not accept the API key or the password any more. Verify the marketplace again with the present ones. ({{reason}})',
  other_app:
    'This shop was connected through another {{channel}} app than this installation uses now. Verify the marketplace again.',
  warehouse_unlinked: '{{reason}} The warehouse may no longer be linked.',
  shop_unlinked_because: '{{reason}} The shop is no longer linked to this installation’s app.',
  shop_not_authorised:
    '{{channel}} no longer names this shop among those that you authorised. Verify the marketplace again.',
  shop_unknown_here:
    'What {{channel}} needs to find this shop is not known here. Verify the marketplace again.',
  shop_unknown: '{{channel}} does not know this shop. Check its name.',
  shop_frozen: '{{channel}} has frozen or locked this shop. Its owner must settle that with {{channel}}.',

  // What the installation's app may do.
  permission_missing:
    '{{channel}} does not allow this app to do that. Verify the marketplace again and agree to all permissions.',
  access_denied: '{{reason}} Verify the marketplace again to grant it.',
  method_not_allowed:
    '{{reason}} The API key is not allowed to do this: ask {{channel}} to allow {{method}} for it.',
  app_role_missing:
    '{{channel}} does not allow this call. Ask whoever runs Evenstock to check the app’s roles there, then verify the marketplace again.',
  app_keys_refused:
    '{{channel}} does not accept the app keys of this installation. Ask whoever runs Evenstock to check them; they may have to be renewed.',
  app_keys_refused_because:
    '{{channel}} does not accept the app keys of this installation. Ask whoever runs Evenstock to check them. ({{reason}})',
  token_call_refused: '{{channel}} refused the token call: {{reason}}',
  address_not_registered:
    '{{reason}} {{channel}} lets in only the addresses registered for this installation’s app.',
  server_address_refused:
    '{{channel}} does not accept calls from this server’s address. Ask whoever runs Evenstock to put it on the app’s allow list.',
} as const;
