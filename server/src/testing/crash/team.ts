import { channels } from '@evenstock/contract/channels/channels';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { DrilledChannel, Shop } from './shops.ts';

/** A member who works through the API, and tries again for as long as the program is away. */
export interface Team {
  readonly storeId: number;
  /** Whether the session is still valid. */
  isSignedIn(): Promise<boolean>;
  signIn(): Promise<void>;
  connect(shop: Shop): Promise<void>;
  switchSyncOn(): Promise<void>;
  mergeBySku(): Promise<void>;
  /** Adds units to a SKU, exactly once however often it must be sent. */
  adjust(variantId: number, units: number, key: string): Promise<void>;
  /** Enters the counted quantity of a SKU after a restore. */
  count(variantId: number, quantity: number): Promise<void>;
}

const authorisePaths: Readonly<
  Record<DrilledChannel, (store: string, marketplace: number, shop: string) => string>
> = {
  shopee: (store, marketplace) => `${store}/marketplaces/${marketplace}/authorize_shopee.json`,
  lazada: (store, marketplace) => `${store}/marketplaces/${marketplace}/authorize_lazada.json`,
  shopify: (_store, _marketplace, shop) => `/api/marketplaces/${shop}/authorize_shopify.json`,
};

/** Signs in and makes a store. */
export async function formTeam(port: number, email: string, password: string): Promise<Team> {
  let token: string | null = null;

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    for (;;) {
      const answer = await attempt(method, path, body);
      if (answer === null) {
        await pause(100);
        continue;
      }
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      const value: unknown = answer.text === '' ? null : JSON.parse(answer.text);
      return value;
    }
  }
  /** Null while the program is away, or its database. */
  async function attempt(
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ status: number; text: string } | null> {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { 'authentication-token': token }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answer.status >= 500 ? null : { status: answer.status, text: await answer.text() };
    } catch {
      return null;
    }
  }

  const signedIn = z.object({ user: z.object({ authentication_token: z.string() }) });
  const enter = async (): Promise<void> => {
    const { user } = signedIn.parse(await call('POST', '/api/sessions.json', { user: { email, password } }));
    token = user.authentication_token;
  };
  await enter();
  const made = z.object({ store: z.object({ id: z.number() }) });
  const { store } = made.parse(
    await call('POST', '/api/stores.json', { store: { name: 'Drill', country: 'sg' } }),
  );
  const path = `/api/stores/${store.id}`;
  return {
    storeId: store.id,
    async isSignedIn() {
      for (;;) {
        const answer = await attempt('GET', '/api/account.json', undefined);
        if (answer !== null) return answer.status === 200;
        await pause(100);
      }
    },
    signIn: enter,
    async connect(shop) {
      const type = channels[shop.channel].marketplaceType;
      const wish = {
        marketplace: { name: shop.channel, type, shop_name: shop.channel === 'shopify' ? shop.id : null },
      };
      const added = z.object({ marketplace: z.object({ id: z.number() }) });
      const { marketplace } = added.parse(await call('POST', `${path}/marketplaces.json`, wish));
      const begun = z.object({ state: z.string() });
      const { state } = begun.parse(
        await call('POST', `${path}/marketplaces/${marketplace.id}/authenticate.json`),
      );
      const query = new URLSearchParams(await shop.grant(state));
      const place = authorisePaths[shop.channel](path, marketplace.id, shop.id);
      await call('POST', `${place}?${query.toString()}`);
    },
    async switchSyncOn() {
      await call('PATCH', `${path}.json`, { store: { can_sync_quantity: true } });
    },
    async mergeBySku() {
      await call('POST', `${path}/variants/automerge.json`, { is_using_highest_qty: true });
    },
    async adjust(variantId, units, key) {
      await call('PATCH', `${path}/variants/${variantId}.json`, {
        variant: { adjustment: units, adjustment_key: key },
      });
    },
    async count(variantId, quantity) {
      await call('POST', `${path}/variants/${variantId}/recovery_count.json`, { quantity });
    },
  };
}
