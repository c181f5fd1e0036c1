import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { corpusRecords, oddityClasses, type CorpusRecord } from '@evenstock/sandbox/wild/corpus-entry';

type OddityClass = (typeof oddityClasses)[number];

/** Why the corpus has no oddities of these classes at these records; of all channels where none is named. */
export interface EmptyCells {
  readonly why: string;
  readonly records: readonly CorpusRecord[];
  readonly classes: readonly OddityClass[];
  readonly channels?: readonly ChannelKind[];
}

const except = (...classes: OddityClass[]): OddityClass[] =>
  oddityClasses.filter((each) => !classes.includes(each));
const recordsExcept = (...records: CorpusRecord[]): CorpusRecord[] =>
  corpusRecords.filter((each) => !records.includes(each));

export const emptyCells: readonly EmptyCells[] = [
  {
    why: 'Nothing comes as a file.',
    records: ['report'],
    classes: oddityClasses,
    channels: ['shopee', 'tiktok', 'tokopedia', 'lazada', 'qoo10'],
  },
  {
    why: 'Buyers ask for nothing that a seller could answer.',
    records: ['answer'],
    classes: oddityClasses,
    channels: ['tokopedia', 'shopify'],
  },
  {
    why: 'Listings are not edited from here.',
    records: ['edit'],
    classes: oddityClasses,
    channels: ['tokopedia'],
  },
  {
    why: 'Its labels are not printed from here.',
    records: ['label'],
    classes: oddityClasses,
    channels: ['shopify', 'amazon-sg'],
  },
  {
    why: 'No person is in it.',
    records: recordsExcept('order', 'return'),
    classes: ['masked'],
  },
  {
    why: 'Of a return no person is read.',
    records: ['return'],
    classes: ['masked'],
    channels: ['tiktok', 'tokopedia', 'shopify', 'amazon-sg'],
  },
  {
    why: 'Of an act’s answer only success and the code of a refusal are read.',
    records: ['label', 'ship', 'cancel', 'answer', 'push', 'edit'],
    classes: except('refusal', 'encoding', 'lying_success', 'null', 'masked'),
  },
  {
    why: 'An act’s answer without data is played as missing.',
    records: ['cancel'],
    classes: ['null'],
    channels: ['shopee'],
  },
  {
    why: 'A label is a page, of which nothing is read.',
    records: ['label'],
    classes: ['null', 'lying_success'],
    channels: ['tiktok', 'tokopedia'],
  },
  {
    why: 'A notice says what to read, and nothing of it is kept; nobody asks for it.',
    records: ['notice'],
    classes: except(
      'missing',
      'null',
      'number_as_text',
      'extra_key',
      'unknown_value',
      'long_id',
      'encoding',
      'masked',
    ),
  },
  {
    why: 'Choices are shown, and sent back, as they came.',
    records: ['form'],
    classes: except('missing', 'null', 'extra_key', 'refusal', 'encoding', 'masked'),
  },
  {
    why: 'The only choice is a warehouse, which is read with the shop.',
    records: ['form'],
    classes: ['null', 'refusal'],
    channels: ['tokopedia'],
  },
  {
    why: 'A shop and its tokens have no rows and no amounts; their words are shown, and their ids are texts.',
    records: ['connect', 'token'],
    classes: except(
      'missing',
      'null',
      'number_as_text',
      'extra_key',
      'odd_time',
      'refusal',
      'lying_success',
      'encoding',
      'masked',
    ),
  },
  {
    why: 'Its consent has no known end.',
    records: ['connect'],
    classes: ['odd_time'],
    channels: ['tiktok', 'tokopedia', 'lazada', 'qoo10'],
  },
  {
    why: 'A refusal in a success is played with what the shop’s lists answer: the envelope is the same.',
    records: ['connect', 'token'],
    classes: ['lying_success'],
    channels: ['tiktok', 'tokopedia'],
  },
  {
    why: 'Of stock ids and counts are read, from the answers that are played as listings.',
    records: ['stock'],
    classes: ['text_as_number', 'extra_key', 'odd_time', 'long_id', 'script', 'long_text', 'several'],
  },
  {
    why: 'Of a listing no times and no sums are read.',
    records: ['listing'],
    classes: ['odd_time', 'sums'],
  },
  {
    why: 'It sends no notices: changes are polled.',
    records: ['notice'],
    classes: oddityClasses,
    channels: ['qoo10', 'amazon-sg'],
  },
  {
    why: 'A key tells no life.',
    records: ['token'],
    classes: ['odd_time'],
    channels: ['qoo10'],
  },
  {
    why: 'Each item is asked for alone, and its numbers are one.',
    records: ['stock'],
    classes: ['short', 'sums'],
    channels: ['qoo10'],
  },
  {
    why: 'A list of orders or claims has neither pages nor a count.',
    records: ['order', 'return'],
    classes: ['short'],
    channels: ['qoo10'],
  },
  {
    why: 'A claim has one amount.',
    records: ['return'],
    classes: ['sums'],
    channels: ['qoo10'],
  },
  {
    why: 'A page does not say how many there are.',
    records: ['listing', 'return'],
    classes: ['short'],
    channels: ['tokopedia'],
  },
  {
    why: 'A complaint has no sum.',
    records: ['return'],
    classes: ['sums'],
    channels: ['tokopedia'],
  },
  {
    why: 'Ids of orders are texts.',
    records: ['order'],
    classes: ['long_id'],
    channels: ['shopee'],
  },
  {
    why: 'A listing is known by its SKU, which is text.',
    records: ['listing'],
    classes: ['long_id'],
    channels: ['amazon-sg'],
  },
];
