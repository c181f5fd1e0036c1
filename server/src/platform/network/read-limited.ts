/** Reads the body of an answer, up to a maximum number of bytes. @returns null where it is longer; the rest is not read */
export async function readLimited(response: Response, limit: number): Promise<Uint8Array | null> {
  const { body } = response;
  if (body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream: AsyncIterable<Uint8Array> = body;
  // Leaving the loop cancels the stream.
  for await (const part of stream) {
    length += part.byteLength;
    if (length > limit) return null;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts, length));
}
