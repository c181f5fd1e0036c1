import { english } from '@evenstock/contract/messages/english';
import { connect } from './world.ts';
import type { Behaviour } from './world.ts';
import { claim, faultOf } from './claims.ts';

export const connecting: readonly Behaviour[] = [
  {
    name: 'sends the seller to the marketplace, with a way back and the state',
    where: ({ connector }) => connector.authorisation.by === 'redirect',
    async check({ connector, app, http, shopName }) {
      const { authorisation } = connector;
      claim(authorisation.by === 'redirect', 'no page to send the seller to');
      const returnTo = 'https://evenstock.example.test/marketplaces/back';
      const request = { returnTo, state: 'state-1', shopName, now: http.now() };
      const url = new URL(authorisation.begin(app, request));
      claim(url.search.includes('state-1'), 'the state is not in the address');
      claim(
        !authorisation.sendsReturnAddress || [...url.searchParams.values()].includes(returnTo),
        'the way back is not in the address',
      );
      await Promise.resolve();
    },
  },
  {
    name: 'connects: exchanges the code for credentials and describes the shop',
    async check(world) {
      const access = await connect(world);
      const { credentials } = access;
      claim(credentials.accessToken !== '' && credentials.shopId !== '', 'no token, or no shop');
      const account = await world.connector.account.describe(access);
      claim(account.shopId === credentials.shopId, 'the account is another shop’s');
      claim((account.shopName ?? '') !== '', 'the shop has no name');
    },
  },
  {
    name: 'uses a code once only',
    where: ({ connector }) => connector.authorisation.by === 'redirect',
    async check(world) {
      const { connector, app, http, shopName } = world;
      const returned = await world.control.consent();
      await connector.authorisation.complete(app, http, returned, shopName);
      const fault = await faultOf(connector.authorisation.complete(app, http, returned, shopName));
      claim(fault.kind === 'rejected', `a used code is ${fault.kind}`);
    },
  },
  {
    name: 'says so when the seller did not agree',
    where: ({ connector }) => connector.authorisation.by === 'redirect',
    async check({ connector, app, http, shopName }) {
      const fault = await faultOf(connector.authorisation.complete(app, http, {}, shopName));
      claim(
        fault.kind === 'rejected' && english(fault.reason).length > 20,
        `no code is ${fault.kind}: ${english(fault.reason)}`,
      );
    },
  },
  {
    name: 'says so when the keys are not the seller’s, or the shop is another',
    where: ({ connector }) => connector.authorisation.by === 'keys',
    async check({ connector, app, http, control }) {
      const typed = await control.consent();
      const wrong = Object.fromEntries(Object.keys(typed).map((name) => [name, 'wrong']));
      const fault = await faultOf(connector.authorisation.complete(app, http, wrong, 'No Such Shop'));
      claim(
        fault.kind === 'rejected' && english(fault.reason).length > 20,
        `wrong keys are ${fault.kind}: ${english(fault.reason)}`,
      );
    },
  },
  {
    name: 'renews its tokens, and the old ones end',
    async check(world) {
      const { connector, app, http } = world;
      const { credentials } = await connect(world);
      const renewed = await connector.authorisation.refresh(app, http, credentials);
      claim(renewed.accessToken !== credentials.accessToken, 'the token is the old one');
      claim(renewed.shopId === credentials.shopId, 'the shop changed');
      await connector.account.describe({ app, http, credentials: renewed });
      const again = await connector.authorisation.refresh(app, http, renewed);
      await connector.account.describe({ app, http, credentials: again });
      if (credentials.refreshToken === null) return;
      const dead = { ...credentials, refreshToken: 'never-issued' };
      const fault = await faultOf(connector.authorisation.refresh(app, http, dead));
      claim(fault.kind === 'unauthorised', `a dead refresh token is ${fault.kind}`);
    },
  },
  {
    name: 'reports an expired token, and goes on once it is renewed',
    async check(world) {
      const { connector, app, http, control } = world;
      const access = await connect(world);
      await control.trouble([{ kind: 'expire_token' }]);
      const fault = await faultOf(connector.account.describe(access));
      claim(fault.kind === 'unauthorised', `an expired token is ${fault.kind}: ${english(fault.reason)}`);
      await control.trouble([]);
      const credentials = await connector.authorisation.refresh(app, http, access.credentials);
      await connector.account.describe({ ...access, credentials });
    },
  },
];
