import { channelKinds } from '@evenstock/contract/channels/channels';
import { expect, it } from 'vitest';
import { callForms } from './call-forms.ts';
import { corpusDoc, writtenDoc } from './corpus-doc.ts';
import { vendorCalls } from './vendor-calls.ts';

it('docs/channels.md has the tables of the corpus; npm run corpus -- --table writes them', () => {
  expect(writtenDoc()).toBe(corpusDoc());
});

it.each(channelKinds)('each call of %s has one source of its form, and no other has', (channel) => {
  const calls = callForms(channel).flatMap((form) => form.calls);
  expect(calls.toSorted()).toEqual(vendorCalls(channel));
});
