import { expect, test } from 'vitest';
import { readSentCall } from './parameters.ts';

function sent(body: string, type: string, query = '?app_key=1') {
  return readSentCall({
    method: 'POST',
    url: new URL(`http://127.0.0.1:3002/rest/image/upload${query}`),
    headers: { 'content-type': type },
    body: new TextEncoder().encode(body),
  });
}

test('query and form are read together', () => {
  const { path, parameters } = sent('payload=%7B%22a%22%3A1%7D&sign=X', 'application/x-www-form-urlencoded');
  expect(path).toBe('/image/upload');
  expect(Object.fromEntries(parameters)).toEqual({ app_key: '1', payload: '{"a":1}', sign: 'X' });
});

test('members of a JSON body that are no text are read as their JSON', () => {
  const { parameters } = sent('{"order_ids":[1,2],"agree":true,"payload":"<a/>"}', 'application/json');
  expect(Object.fromEntries(parameters)).toEqual({
    app_key: '1',
    order_ids: '[1,2]',
    agree: 'true',
    payload: '<a/>',
  });
});

test('of a multipart form the files are left out', () => {
  const body = [
    '--b', 'Content-Disposition: form-data; name="title"', '', 'Kaya\r\ntoast',
    '--b', 'Content-Disposition: form-data; name="image"; filename="a.jpg"', 'Content-Type: image/jpeg', '', 'bytes',
    '--b--', '',
  ].join('\r\n'); // oxfmt-ignore
  expect(Object.fromEntries(sent(body, 'multipart/form-data; boundary=b').parameters)).toEqual({
    app_key: '1',
    title: 'Kaya\r\ntoast',
  });
});

test('any other body is kept as it is, for the signature', () => {
  expect(sent('<xml/>', 'text/xml')).toMatchObject({ rawBody: '<xml/>' });
});
