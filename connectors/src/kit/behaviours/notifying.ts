import { connect } from './world.ts';
import type { Behaviour, World } from './world.ts';
import type { Notice, WebhookRequest } from '../webhooks.ts';
import type { AppKeys } from '../access.ts';
import { claim } from './claims.ts';

export const notifying: readonly Behaviour[] = [
  {
    name: 'accepts a signed notice of an order, and finds the order by it',
    where: ({ connector }) => connector.webhooks !== undefined,
    async check(world) {
      const { webhooks } = world.connector;
      claim(webhooks !== undefined, 'has no webhooks');
      const { number, notices, access } = await aNotice(world);
      const verified = notices.flatMap((request) => webhooks.verify(world.app, request) ?? []);
      claim(
        verified.length === notices.length,
        `${notices.length - verified.length} of ${notices.length} notices were not believed`,
      );
      const about = verified.flatMap((notice) => orderIn(notice));
      claim(about.length > 0, `none of ${verified.length} notices is about an order`);
      claim(
        verified.every(({ shopId }) => shopId === access.credentials.shopId),
        'a notice names another shop',
      );
      const read = await world.connector.orders.read(access, [about[0] ?? '']);
      claim(read.orders[0]?.number === number, 'the order that the notice names cannot be read');
    },
  },
  {
    name: 'does not believe a forged notice',
    where: ({ connector }) => connector.webhooks !== undefined,
    async check(world) {
      const { webhooks } = world.connector;
      claim(webhooks !== undefined, 'has no webhooks');
      const { notices } = await aNotice(world);
      const [request] = notices;
      claim(request !== undefined, 'no notice came');
      claim(
        webhooks.verify(world.app, { ...request, rawBody: changed(request.rawBody) }) === null,
        'believes another body',
      );
      claim(webhooks.verify(withOtherSecrets(world.app), request) === null, 'believes another’s signature');
      claim(
        webhooks.verify(world.app, { ...request, headers: {} }) === null,
        'believes a notice without a signature',
      );
    },
  },
];

async function aNotice(world: World) {
  await world.control.addItem([{ sku: 'TEA', quantity: 50 }]);
  const access = await connect(world);
  const subscribe = world.connector.webhooks?.subscribe ?? null;
  const address = 'https://evenstock.example.test/hooks';
  if (subscribe !== null) {
    await subscribe(access, address);
    // A second subscription must find the first.
    await subscribe(access, address);
  }
  await world.control.pass(1);
  await world.control.notices();
  const number = await world.control.buy([{ sku: 'TEA', quantity: 1 }], true);
  await world.control.pass(30);
  const notices: readonly WebhookRequest[] = await world.control.notices();
  return { number, notices, access };
}

/** The app with other secrets. */
function withOtherSecrets(app: AppKeys): AppKeys {
  const extra = Object.fromEntries(Object.keys(app.extra).map((name) => [name, 'another']));
  return { ...app, secret: 'another secret', extra };
}

const orderIn = (notice: Notice): string[] => (notice.about.kind === 'order' ? [notice.about.number] : []);

function changed(body: Uint8Array): Uint8Array {
  return Uint8Array.from(body, (byte, index) => (index === 5 ? byte ^ 1 : byte));
}
