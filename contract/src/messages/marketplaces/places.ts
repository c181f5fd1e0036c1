/** Places of stock: which of a shop's locations or warehouses are kept here. */
export const placeMessages = {
  no_places: 'Shops of {{channel}} have one place of stock, so there is nothing to choose.',
  none_chosen: 'Choose a place of stock.',
  one_only: 'Choose one place: at this marketplace, quantities are read and written at one place.',
  unknown: 'The shop has no such place. Load the places again.',
  not_sellers: '{{place}} is closed, or the marketplace keeps its units: choose another place.',
  moving: 'The listings are still moving to the place chosen before. Try again in a minute.',
  changed: 'Somebody has chosen other places since: {{places}}. Look at them first.',
  not_known:
    'It is not known yet which place of stock of {{marketplace}} is kept here. Choose it on the marketplace’s page; until then, nothing is read or written there.',
} as const;
