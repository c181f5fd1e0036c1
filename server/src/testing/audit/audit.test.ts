import { activityKeys, type ActivityKey } from '@evenstock/contract/kinds/activities';
import type { Endpoint } from '@evenstock/contract/api/endpoint';
import { endpoints } from '@evenstock/contract/table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveHub, type LiveHub } from '../../api/live.ts';
import { jobs } from '../../wiring.ts';
import { createTestServer, type TestServer } from '../http.ts';
import { createSandboxedContext, type SandboxedContext } from '../sandbox.ts';
import { fillPath } from '../world.ts';
import { developerRecipes } from './developer-recipes.ts';
import { accountExceptions, accountRecipes } from './account-recipes.ts';
import { jobActivities } from './job-activities.ts';
import { listingRecipes } from './listing-recipes.ts';
import { journalRecipes } from './journal-recipes.ts';
import { orderRecipes } from './order-recipes.ts';
import { printRecipes } from './print-recipes.ts';
import { placeRecipes } from './place-recipes.ts';
import { shopExceptions, shopRecipes } from './shop-recipes.ts';
import { sheetRecipes } from './sheet-recipes.ts';
import { openStage, type OwnedStore, type Prepared, type Recipe, type Stage } from './stage.ts';
import { storeExceptions, storeRecipes } from './store-recipes.ts';
import { tallyRecipes } from './tally-recipes.ts';
import { variantExceptions, variantRecipes } from './variant-recipes.ts';

/*
 * Every endpoint succeeds once through the real router, and has recorded the activity that it declares, with what it changed, and no
 * other. A new endpoint that writes fails until it has a recipe; a new read is included without one.
 */

const recipes: Readonly<Record<string, Recipe>> = {
  ...accountRecipes,
  ...storeRecipes,
  ...placeRecipes,
  ...shopRecipes,
  ...listingRecipes,
  ...tallyRecipes,
  ...variantRecipes,
  ...orderRecipes,
  ...printRecipes,
  ...sheetRecipes,
  ...journalRecipes,
  ...developerRecipes,
};
const exceptions = [...accountExceptions, ...storeExceptions, ...shopExceptions, ...variantExceptions];

/** Activities that neither a call nor a job records, and what does. */
const recordedOtherwise: Partial<Record<ActivityKey, string>> = {
  'user.expire_password': 'a command of whoever runs the installation',
};

const aboutSession = 'a session: its list is the record of it';
const ownChoice = 'how the product looks to its person';
const asksOnly = 'asks with a body, and changes nothing';
const recordedInTally = 'the tally has every scan, with who made it and when';
const takesEffectLater = 'takes effect, and is recorded, by what follows it';
/** Calls that are not only read, and record nothing. */
const withoutActivity: Readonly<Record<string, string>> = {
  signIn: aboutSession,
  authenticate: aboutSession,
  signOut: aboutSession,
  signInFromConsole: aboutSession,
  chooseLanguage: ownChoice,
  switchDigest: ownChoice,
  readStoreNotification: ownChoice,
  readAllStoreNotifications: ownChoice,
  recordScans: recordedInTally,
  resolveTallyCode: recordedInTally,
  createSavedView: ownChoice,
  updateSavedView: ownChoice,
  deleteSavedView: ownChoice,
  readInvitation: asksOnly,
  showEditGrid: asksOnly,
  previewQuantities: asksOnly,
  previewMassForceZero: asksOnly,
  previewMassMerge: asksOnly,
  previewMassSale: asksOnly,
  preparePickList: asksOnly,
  register: takesEffectLater,
  forgetPassword: takesEffectLater,
  beginSecondFactor: takesEffectLater,
  startCheckout: takesEffectLater,
  uploadAttachment: takesEffectLater,
};

let ctx: SandboxedContext;
let server: TestServer;
let hub: LiveHub;
let base: string;
let stage: Stage;
beforeAll(async () => {
  ctx = await createSandboxedContext({ billing: true, sandbox: { content: 'none' } });
  hub = await openLiveHub(ctx.database.connection, ctx.log);
  server = await createTestServer(ctx, { live: hub });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  stage = openStage(ctx, server);
});
afterAll(async () => {
  await hub.close();
  await server.close();
  await ctx.close();
});

/** The first look of a person and day at an order's buyer is recorded beside what the call did. */
const FIRST_LOOK = 'order.read_buyer';

/** Keys that calls have recorded so far. */
const recorded = new Set<string>();

let lookedAt: Promise<OwnedStore> | null = null;
/** Somebody who may look at everything, in a store that has a record of each kind. No call changes it. */
const looks: Recipe = async () => (await (lookedAt ??= stage.openStore('developer'))).call;

const mayWrite = ({ method, audit }: Endpoint): boolean => method !== 'GET' || audit !== null;

/** How a call of an endpoint succeeds. Throws for a new endpoint that writes and has no recipe. */
function recipeFor(endpoint: Endpoint): Recipe {
  const recipe = recipes[endpoint.name] ?? (mayWrite(endpoint) ? undefined : looks);
  if (recipe === undefined) throw new Error(`Say in server/src/testing/audit how ${endpoint.name} succeeds.`);
  return recipe;
}

async function make(endpoint: Endpoint, { token, path, query, body }: Prepared): Promise<void> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const address = `${fillPath(endpoint.path, path ?? {})}${search}`;
  if (endpoint.kind === 'events') {
    const abort = new AbortController();
    const headers = token === undefined ? {} : { 'authentication-token': token };
    const { status } = await fetch(`${base}${address}`, { headers, signal: abort.signal });
    abort.abort();
    expect(status).toBe(200);
    return;
  }
  const answer = await server.call(endpoint.method, address, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
  expect([200, 202], `${endpoint.name}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
}

async function lastActivity(): Promise<number> {
  const newest = ctx.db.selectFrom('activities').select(({ fn }) => fn.max('id').as('id'));
  return (await newest.executeTakeFirst())?.id ?? 0;
}

/** Makes the call and compares what it recorded. @returns the keys */
async function expectRecorded(endpoint: Endpoint, recipe: Recipe): Promise<string[]> {
  await stage.stopSchedule();
  const prepared = await recipe(stage);
  const before = await lastActivity();
  await make(endpoint, prepared);
  const lines = await ctx.db
    .selectFrom('activities')
    .select(['key', 'store_id', 'actor_type', 'actor_id', 'recipient_type', 'recipient_id', 'changes'])
    .where('id', '>', before)
    .orderBy('id')
    .execute();
  const keys = lines.map(({ key }) => key);
  for (const key of keys) recorded.add(key);
  expect(keys).toEqual(prepared.keys ?? (endpoint.audit === null ? [] : [endpoint.audit]));
  if (keys.length === 0) return keys;
  if (prepared.activity === undefined) throw new Error(`Say what the activity of ${endpoint.name} says.`);
  const { storeId, actorId, recipient, changes } = await prepared.activity();
  expect(lines.at(-1)).toEqual({
    key: keys.at(-1),
    store_id: storeId,
    actor_type: 'User',
    actor_id: actorId,
    recipient_type: recipient?.type ?? null,
    recipient_id: recipient?.id ?? null,
    changes: changes ?? {},
  });
  return keys;
}

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  it(endpoint.audit === null ? 'records nothing' : `records ${endpoint.audit}`, async () => {
    const keys = await expectRecorded(endpoint, recipeFor(endpoint));
    expect(keys.filter((key) => key === endpoint.audit || key !== FIRST_LOOK)).toEqual(
      endpoint.audit === null ? [] : [endpoint.audit],
    );
  });

  for (const [, when, recipe] of exceptions.filter(([of]) => of === name)) {
    it(`records otherwise: ${when}`, async () => {
      await expectRecorded(endpoint, recipe);
    });
  }
});

it('an endpoint that writes names its activity, or it is said why there is none', () => {
  const silent = endpoints.filter(({ method, audit }) => method !== 'GET' && audit === null);
  expect(silent.map(({ name }) => name).sort()).toEqual(Object.keys(withoutActivity).sort());
});

it('no recipe is for an endpoint that is not there', () => {
  const names = new Set(endpoints.map(({ name }) => name));
  const known = [...Object.keys(recipes), ...exceptions.map(([name]) => name)];
  expect(known.filter((name) => !names.has(name))).toEqual([]);
});

it('each job names the activities that it records, or why it records none', () => {
  const names = jobs.map(({ definition }) => definition.name);
  expect(Object.keys(jobActivities).sort()).toEqual(names.sort());
});

it('every key of the journal is recorded by a call of this test or by a job, or it is said what records it', () => {
  const byJobs = new Set(Object.values(jobActivities).flatMap((of) => (typeof of === 'string' ? [] : of)));
  const otherwise = activityKeys.filter((key) => !recorded.has(key) && !byJobs.has(key));
  expect(otherwise).toEqual(Object.keys(recordedOtherwise).sort());
});
