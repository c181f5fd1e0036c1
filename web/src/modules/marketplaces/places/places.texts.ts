import { texts } from '../../../i18n/texts.ts';

export const usePlacesText = texts('places', {
  title: 'Place of stock',
  titleSummed: 'Places of stock',
  kept: 'Evenstock reads and writes the quantities of this shop at:',
  keptSummed: 'The units of these places together are the quantities of this shop:',
  default: 'None was chosen: {{channel}}’s own default is kept.',
  change: 'Change',
  askTitle: 'Choose a place of stock',
  askWhy:
    'This shop keeps stock at several places. Choose which Evenstock keeps: quantities are read and written there, and orders that are sent from elsewhere change no quantity.',
  askWhySummed:
    'This shop keeps stock in several warehouses. Choose which Evenstock keeps: together they are one number, and orders that are sent from elsewhere change no quantity.',
  askUntil: 'Until then, nothing is read from this shop and nothing is written there.',
  askAdmin: 'An owner or admin of the store chooses it here.',
  choose: 'Choose',
  unreadTitle: 'Places of stock not read yet',
  unreadWhy:
    'The shop is authorised, but {{channel}} did not list its places of stock: {{reason}} It is tried again by itself.',
  movingTitle: 'Moving to another place of stock',
  movingWhy:
    'The listings begin anew at {{places}}. Their numbers there are read first; then Evenstock’s quantities are written.',

  dialogTitle: 'Place of stock of {{name}}',
  dialogTitleSummed: 'Places of stock of {{name}}',
  dialogHint: 'As {{channel}} lists them now.',
  none: '{{channel}} lists no places for this shop, so its own default is kept.',
  onlyOne: 'This shop has one place of stock.',
  isKept: 'Kept now',
  isClosed: 'Closed',
  isMarketplaces: 'The marketplace’s own warehouse',
  keepIt: 'Keep this place',
  keepThem: 'Keep these places',
  move_one: 'Move {{count, number}} listing',
  move_other: 'Move {{count, number}} listings',
  becomes: 'What becomes of the numbers',
  becomesWhy:
    'The quantities in Evenstock stay. They are written at the new place, over what it shows. What the old place shows stays as it is there, and Evenstock does not follow it any more.',
  sku: 'SKU',
  has: 'Evenstock has',
  shows: 'Shows there now',
  written: 'Will show there',
  notThere: 'Not kept there',
  notWritten: 'Nothing',
  noListings: 'This shop has no listings yet, so no number changes.',
  chosen: 'Evenstock keeps {{places}} from now on',
  failed: 'The place was not changed',
  failedBecause: 'The place was not changed: {{reason}}',
});
