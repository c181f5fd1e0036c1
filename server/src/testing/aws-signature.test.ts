import { expect, it } from 'vitest';
import { readClaim, sha256, signatureOf } from './aws-signature.ts';

/* The examples of Amazon's documentation (Authenticating Requests: Using the Authorization Header). */

const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const EMPTY = sha256('');

function claimOf(names: string, signature: string) {
  const claim = readClaim(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
  );
  if (claim === null) throw new Error('The header was not understood.');
  return claim;
}

const always = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' };

it.each([
  {
    what: 'a part of an object',
    names: 'host;range;x-amz-content-sha256;x-amz-date',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    request: {
      method: 'GET',
      target: '/test.txt',
      headers: { ...always, range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY },
    },
  },
  {
    what: 'a new object',
    names: 'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    request: {
      method: 'PUT',
      target: '/test$file.text',
      headers: {
        ...always,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
    },
  },
  {
    what: 'a list of objects',
    names: 'host;x-amz-content-sha256;x-amz-date',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    request: {
      method: 'GET',
      target: '/?max-keys=2&prefix=J',
      headers: { ...always, 'x-amz-content-sha256': EMPTY },
    },
  },
])('the signature of $what is as Amazon gives it', ({ names, signature, request }) => {
  const claim = claimOf(names, signature);
  expect(signatureOf(request, claim, SECRET)).toBe(signature);
  expect(signatureOf(request, claim, `${SECRET}x`)).not.toBe(signature);
  expect(signatureOf({ ...request, method: 'DELETE' }, claim, SECRET)).not.toBe(signature);
});
