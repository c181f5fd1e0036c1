import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { corpusRecords, oddityClasses, type CorpusEntry } from '@evenstock/sandbox/wild/corpus-entry';
import { readCorpus } from '@evenstock/sandbox/wild/read-corpus';
import { describe, expect, it } from 'vitest';
import { absenceEntries } from './cross-fields.ts';
import { compulsoryFields } from './decoding-fields.ts';
import { emptyCells } from './empty-cells.ts';

/** The channels of which every cell has been looked at. */
const whole: readonly ChannelKind[] = [
  'shopee',
  'tiktok',
  'tokopedia',
  'lazada',
  'qoo10',
  'shopify',
  'amazon-sg',
];

const corpus = readCorpus();
const entriesOf = (channel: ChannelKind): CorpusEntry[] =>
  corpus.filter((entry) => entry.channel === channel);

/** A page, or a repository with its owner. */
const address = /https?:\/\/\S+|\b[\w.-]+\/[\w.-]+/;
/** Where a recording has no address: when it was made. */
const year = /\b20\d\d\b/;
const met: readonly string[] = ['recorded', 'sample', 'report'];

it('says of each oddity that was met where it was met', () => {
  const bare = corpus
    .filter(({ origin }) => met.includes(origin.kind) && !address.test(origin.where))
    .filter(({ origin }) => origin.kind !== 'recorded' || !year.test(origin.where));
  expect(bare.map(({ id, origin }) => `${id}: ${origin.where}`)).toEqual([]);
});

it('has 60 entries of each channel and 600 in all, two of five of them met, besides those that are crossed', () => {
  const told = (entries: readonly CorpusEntry[]) => entries.filter(({ origin }) => origin.kind !== 'crossed');
  for (const channel of channelKinds)
    expect(told(entriesOf(channel)).length, channel).toBeGreaterThanOrEqual(60);
  expect(told(corpus).length).toBeGreaterThanOrEqual(600);
  const sourced = corpus.filter(({ origin }) => met.includes(origin.kind));
  expect(sourced.length / told(corpus).length).toBeGreaterThanOrEqual(0.4);
});

/** Words are shown. */
const word =
  /^(?:.*_)?(?:name|title|reason|label|description|note|remarks?|message|text|address|phone|email|comment|buyer)$|(?:Name|Title|Reason|Label|Description|Note|Message|Text|Address|Phone|Email|Comment)$/;

/** Fields that are named like words. */
const keys: readonly string[] = [
  // shopify.md: which number of a level it is.
  'variant.inventoryItem.inventoryLevel.quantities.name',
  'levelNode.inventoryLevel.quantities.name',
  // shopify.md: the number of the order, which is there by the schema.
  'order.name',
  // GraphQL: an error is its message.
  'answer.errors.message',
  'subscribed.userErrors.message',
];

/** Fields whose absence other tests show: their answers are not in the corpus's worlds, or are refusals and whole answers. */
const shownElsewhere: readonly string[] = [
  // shopee: a picture is uploaded with a dispute that the worlds have not.
  'convertedImage.url',
  // tokopedia: token-error-bare, ticket-bare-empty and ticket-success-missing are whole answers.
  'tokenError.error',
  'bareTickets.is_success',
  'bareTickets.shops',
  // tokopedia, qoo10: the worlds have no variants.
  'variantChild.product_id',
  'inventoryRow.Qty',
  // lazada: a picture is uploaded with a dispute that the worlds have not.
  'uploadedImage.image',
  // amazon-sg: an answer without errors is no refusal, and feeds are asked about after an act.
  'failure.errors',
  'bareFailure.errors',
  'loginFailure.error',
  'feed.processingStatus',
];

describe.each(channelKinds)('what %s must answer', (channel) => {
  it('is no word', async () => {
    const words = (await compulsoryFields(channel)).filter(
      ({ path, name }) => word.test(name) && !keys.includes(path),
    );
    expect(words.map(({ path }) => path)).toEqual([]);
  });
});

describe.each(channelKinds)('the absences of %s', (channel) => {
  it('shows each compulsory field as missing', async () => {
    const removed = new Set(
      [...entriesOf(channel), ...(await absenceEntries(channel))]
        .flatMap(({ patch }) => patch)
        .flatMap((step) => (step.op === 'remove' ? [step.path.split('/').at(-1)?.toLowerCase()] : [])),
    );
    const fields = await compulsoryFields(channel);
    expect(fields.length).toBeGreaterThan(10);
    const unseen = fields.filter(
      ({ path, name }) => !removed.has(name.toLowerCase()) && !shownElsewhere.includes(path),
    );
    expect(unseen.map(({ path }) => path)).toEqual([]);
  });
});

describe.each(whole)('the corpus of %s', (channel) => {
  const filled = new Set(entriesOf(channel).map((entry) => `${entry.class} of ${entry.record}`));
  const reasoned = new Set(
    emptyCells
      .filter(({ channels }) => channels === undefined || channels.includes(channel))
      .flatMap(({ records, classes }) =>
        records.flatMap((record) => classes.map((each) => `${each} of ${record}`)),
      ),
  );

  it('has each class of oddity at each record, or a reason why not', () => {
    const cells = corpusRecords.flatMap((record) => oddityClasses.map((each) => `${each} of ${record}`));
    expect(cells.filter((cell) => !filled.has(cell) && !reasoned.has(cell))).toEqual([]);
  });
});

it.each(emptyCells)('has no reason that is not needed: $why', ({ records, classes, channels }) => {
  const left = (channels ?? whole).some((channel) => {
    const filled = new Set(entriesOf(channel).map((entry) => `${entry.class} of ${entry.record}`));
    return records.some((record) => classes.some((each) => !filled.has(`${each} of ${record}`)));
  });
  expect(left).toBe(true);
});
