import { sandbox } from './addresses.ts';

/** Calls the control API of a sandbox. @throws Error with its words where it refuses */
export type Control = (
  method: 'GET' | 'PATCH' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
) => Promise<unknown>;

/** The control API of the sandbox at this address. */
export const controlOf =
  (address: string): Control =>
  async (method, path, body) => {
    const answer = await fetch(`${address}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    const value: unknown = await answer.json();
    return value;
  };

/** Calls the control API of the demo's sandbox. */
export const control = controlOf(sandbox);
