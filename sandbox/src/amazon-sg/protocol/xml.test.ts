import { expect, test } from 'vitest';
import { child, childrenOf, escaped, readXml, textIn } from './xml.ts';

test('elements, attributes, comments, CDATA and entities are read', () => {
  const root = readXml(
    '\uFEFF<?xml version="1.0"?>\n<a xmlns:x="urn:x" b="1 > 0"><!-- <c> --><c>1 &amp; &#50;</c><c/><d><![CDATA[<3>]]></d></a>\n',
  );
  if (root === null) throw new Error('It is well-formed.');
  expect(childrenOf(root, 'c').map(({ text }) => text)).toEqual(['1 & 2', '']);
  expect([textIn(root, 'd'), textIn(root, 'e'), child(root, 'e')]).toEqual(['<3>', '', null]);
  expect(textIn(readXml(`<a><b>${escaped('<&>')}</b></a>`) ?? root, 'b')).toBe('<&>');
});

test.each(['', 'text', '<a>', '<a></b>', '<a/><b/>', '<a', '</a>'])('%j is not well-formed', (text) => {
  expect(readXml(text)).toBeNull();
});
