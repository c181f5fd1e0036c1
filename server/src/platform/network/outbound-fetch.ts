import { request as requestOverHttp } from 'node:http';

/**
 * The `fetch` of this program. It resolves `*.localhost` to this machine, as browsers do; Node would ask a name server in vain.
 */
export const outboundFetch: typeof globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  return url.protocol === 'http:' && url.hostname.endsWith('.localhost')
    ? fetchFromHere(new Request(input, init), url)
    : fetch(input, init);
};

async function fetchFromHere(request: Request, url: URL): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  return new Promise((resolve, reject) => {
    const sent = requestOverHttp(
      {
        host: '127.0.0.1',
        port: url.port === '' ? 80 : url.port,
        method: request.method,
        path: `${url.pathname}${url.search}`,
        headers: { ...Object.fromEntries(request.headers), host: url.host, 'content-length': body.length },
        signal: request.signal,
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const headers = new Headers();
          for (const [name, value] of Object.entries(answer.headers)) {
            for (const each of Array.isArray(value) ? value : [value])
              if (each !== undefined) headers.append(name, each);
          }
          const status = answer.statusCode ?? 502;
          const holdsBody = status !== 204 && status !== 304;
          resolve(new Response(holdsBody ? Buffer.concat(parts) : null, { status, headers }));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
