import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import { createAmazonSgSimulator } from './amazon-sg/simulator.ts';
import { Control } from './control/control.ts';
import { CallLog } from './core/calls.ts';
import { SandboxClock, type ClockSetting, type TimeSource } from './core/clock.ts';
import { dispatch, land, type DispatchContext, type Outcome } from './core/dispatch.ts';
import { Faults } from './core/faults.ts';
import { Grants } from './core/grants.ts';
import { Journal } from './core/journal.ts';
import { createRandom } from './core/random.ts';
import { shopRecord } from './core/records.ts';
import { Shop, type ShopContext } from './core/shop.ts';
import type { ChannelSimulator, Core, SandboxRequest } from './core/simulator.ts';
import { deliverOverHttp, Tasks, type Deliver } from './core/tasks.ts';
import { inProcessFetch } from './in-process-fetch.ts';
import { listen, type Listening } from './listen.ts';
import { createLazadaSimulator } from './lazada/simulator.ts';
import { createQoo10Simulator } from './qoo10/simulator.ts';
import { createShopeeSimulator } from './shopee/simulator.ts';
import { createShopifySimulator } from './shopify/simulator.ts';
import { createTiktokSimulator } from './tiktok/simulator.ts';
import { createTokopediaSimulator } from './tokopedia/simulator.ts';
import { ExternalServices } from './external-services/external-services.ts';
import { seedDemo } from './seed/seed-demo.ts';
import { Trouble } from './trouble/trouble.ts';
import type { CorpusEntry } from './wild/corpus-entry.ts';
import { Wild } from './wild/wild.ts';

interface SimulatedChannel {
  /** How far its port is from that of the control API. A new channel takes the next one. */
  readonly port: number;
  readonly create: (core: Core) => ChannelSimulator;
}

export const simulatedChannels = {
  shopee: { port: 1, create: createShopeeSimulator },
  lazada: { port: 2, create: createLazadaSimulator },
  shopify: { port: 3, create: createShopifySimulator },
  tiktok: { port: 4, create: createTiktokSimulator },
  tokopedia: { port: 5, create: createTokopediaSimulator },
  qoo10: { port: 6, create: createQoo10Simulator },
  'amazon-sg': { port: 7, create: createAmazonSgSimulator },
} as const satisfies Readonly<Record<ChannelKind, SimulatedChannel>>;

/** The channels in the order of their ports, which are consecutive. */
export const channelPorts: readonly ChannelKind[] = channelKinds.toSorted(
  (one, other) => simulatedChannels[one].port - simulatedChannels[other].port,
);

export interface SandboxOptions {
  /** The seed of everything random. */
  readonly seed: number | string;
  /** The source of the marketplaces' clock; the system's if absent. */
  readonly clock?: TimeSource;
  /** The journal's folder; null or absent keeps it in memory only. */
  readonly dataDir?: string | null;
  /** What the shops hold at the start and after a reset: the demo's shops (default), or none. */
  readonly content?: 'demo' | 'none';
  /** Delivers notices to the app; over HTTP if absent. */
  readonly deliver?: Deliver;
  /** The program that sellers' browsers return to where no other address is registered; http://localhost:3000 if absent. */
  readonly returnBase?: string;
  /** The oddities that answers may have; those of the corpus if absent. */
  readonly corpus?: readonly CorpusEntry[];
  /** Seconds after which an in-process caller gives up on a call that hangs. */
  readonly callTimeoutSeconds?: number;
}

export interface Sandbox {
  readonly control: Control;
  /** Answers exactly as the HTTP ports do, without a network; `control.apps()` has the addresses. */
  readonly fetch: typeof fetch;
  readonly clock: SandboxClock;
  /** The seller centre's address. */
  readonly address: string;
  /** Opens the ports of the control API, each channel and the external services, consecutively; with port 0, free ones. */
  listen(at: { host: string; port: number }): Promise<void>;
  /** Runs the tasks that are due. A timer calls it while the clock runs; with a test's clock, the test does. */
  runDue(): Promise<void>;
  /** The instant at which the next task is due (milliseconds on the sandbox's clock). */
  nextDueAt(): number | null;
  close(): Promise<void>;
}

const clockRecord = z.object({ mode: z.enum(['free', 'set']), value: z.number() });
const startRecord = z.object({ seeded: z.boolean(), starts: z.int() });
const webhookRecord = z.object({ url: z.string() });
const returnRecord = z.object({ url: z.string().nullable() });

/** Creates the simulated marketplaces. With a data folder their state outlives the process. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const journal = new Journal(options.dataDir ?? null);
  const clock = new SandboxClock(options.clock ?? { now: () => new Date() });
  const clockTable = journal.table<ClockSetting>('clock', clockRecord);
  const setting = clockTable.get('clock');
  if (setting !== undefined) clock.restore(setting);
  const startTable = journal.table('start', startRecord);
  const start = startTable.get('start') ?? { seeded: false, starts: 0 };
  // The random streams continue after a kill rather than restart, which would issue the same tokens again.
  startTable.put('start', { ...start, starts: start.starts + 1 });
  const random = (name: string): ReturnType<typeof createRandom> =>
    createRandom(options.seed, start.starts, name);

  const shopTable = journal.table('shops', shopRecord);
  const webhooks = journal.table('webhooks', webhookRecord);
  const returns = journal.table('returns', returnRecord);
  const returnBase = options.returnBase ?? 'http://localhost:3000';
  const shops = new Map<string, Shop>();
  const simulators = new Map<ChannelKind, ChannelSimulator>();
  const grants = new Grants(journal, clock);
  const trouble = new Trouble(journal, clock, () =>
    [...simulators.values()].map(({ channel, renewsByHand, drifts }) => ({
      channel,
      hasShops: [...shops.values()].some((shop) => shop.channel === channel),
      drifts,
      renewsTokens: renewsByHand !== true,
    })),
  );
  const faults = new Faults(journal, clock, random('faults'), () => trouble.rules());
  const calls = new CallLog();
  const { corpus } = options;
  const wild = new Wild(journal, clock, trouble, corpus === undefined ? undefined : () => corpus);
  let listening: Listening | null = null;
  let timer: NodeJS.Timeout | null = null;

  const tasks: Tasks = new Tasks({
    journal, clock, faults, calls, wild, random: random('tasks'),
    deliver: options.deliver ?? deliverOverHttp,
    simulator: (channel) => simulators.get(channel),
    shop: (channel, id) => shops.get(`${channel}/${id}`),
    land: (channel, request) => {
      const simulator = simulators.get(channel);
      if (simulator !== undefined) land(dispatchContext, simulator, request);
    },
    wake: () => {
      if (clock.source.advance === undefined) scheduleTasks();
    },
  }); // oxfmt-ignore
  const dispatchContext: DispatchContext = {
    clock,
    journal,
    faults,
    grants,
    calls,
    tasks,
    wild,
    random: random('dispatch'),
  };

  function nextDueAt(): number | null {
    const due = [tasks.nextAt(), externalServices.payments.notices.nextAt()].filter((at) => at !== null);
    return due.length === 0 ? null : Math.min(...due);
  }

  async function runDue(): Promise<void> {
    await Promise.all([tasks.runDue(), externalServices.payments.notices.runDue()]);
    journal.flush();
  }

  /** Sets a timer for the next task; a test's clock needs none. */
  function scheduleTasks(): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      const next = nextDueAt();
      if (next === null) return;
      if (next <= clock.now()) void runDue().then(scheduleTasks);
      else timer = setTimeout(scheduleTasks, Math.min(next - clock.now(), 1_000)).unref();
    }, 0).unref();
  }

  const address = (channel: ChannelKind | null): string =>
    addressAt(channel === null ? 0 : simulatedChannels[channel].port);
  const externalServicesAddress = (): string => addressAt(channelPorts.length + 1);
  function addressAt(index: number): string {
    return listening?.addresses[index] ?? `http://127.0.0.1:${String(3001 + index)}`;
  }

  const shopContext: ShopContext = {
    journal,
    now: () => clock.now(),
    save: (record) => shopTable.put(`${record.channel}/${record.id}`, record),
    emit: (shop, shopEvent) => simulators.get(shop.channel)?.onShopEvent(shop, shopEvent),
  };
  const openShop = (record: z.infer<typeof shopRecord>): Shop => {
    const shop = new Shop(record, shopContext);
    shops.set(`${record.channel}/${record.id}`, shop);
    return shop;
  };

  const core: Core = {
    grants,
    clock,
    address,
    pictureUrl: (picture) => `${address(null)}/images/${encodeURIComponent(picture)}.svg`,
    shop: (channel, id) => shops.get(`${channel}/${id}`),
    shops: (channel) => [...shops.values()].filter((shop) => shop.channel === channel),
    random,
    table: (name, schema) => journal.table(name, schema),
    webhookUrl: (channel) => webhooks.get(channel)?.url ?? null,
    setWebhookUrl: (channel, url) => {
      if (url === null) webhooks.delete(channel);
      else webhooks.put(channel, { url });
    },
    returnUrl: (channel) => {
      const registered = returns.get(channel);
      if (registered !== undefined) return registered.url;
      return `${returnBase}/marketplaces/authorize_${channel.replaceAll('-', '_')}`;
    },
    setReturnUrl: (channel, url) => returns.put(channel, { url }),
    notify: (simulator, shop, notice, url, notBefore = 0) =>
      tasks.notify(simulator, shop, notice, url, notBefore),
    schedule: (shop, at, what, about) => tasks.schedule(shop, at, what, about),
  };
  for (const channel of channelPorts) simulators.set(channel, simulatedChannels[channel].create(core));
  for (const record of [...shopTable.values()]) openShop(record);

  const externalServices = new ExternalServices({
    journal, clock, returnBase,
    random: random('external-services'),
    deliver: options.deliver ?? deliverOverHttp,
    address: externalServicesAddress,
    wake: () => {
      if (clock.source.advance === undefined) scheduleTasks();
    },
  }); // oxfmt-ignore

  const control = new Control({
    externalServices, core, clock, faults, calls, tasks, wild, journal, simulators,
    saveClock: () => clockTable.put('clock', clock.setting),
    addShop: (record) => openShop(shopTable.put(`${record.channel}/${record.id}`, record)),
    removeShop: (shop) => {
      journal.deleteShop(shop.channel, shop.id, shop.tableNames);
      shopTable.delete(`${shop.channel}/${shop.id}`);
      shops.delete(`${shop.channel}/${shop.id}`);
    },
    random,
    clearAll: () => {
      const names = [...shops.values()].flatMap((shop) => shop.tableNames);
      journal.clear();
      for (const name of names) journal.drop(name);
      shops.clear();
      calls.clear();
      clock.free();
      startTable.put('start', { seeded: true, starts: start.starts + 1 });
      fill();
    },
  }); // oxfmt-ignore

  function fill(): void {
    if ((options.content ?? 'demo') === 'demo') seedDemo(control, new Set(simulators.keys()));
    startTable.put('start', { seeded: true, starts: start.starts + 1 });
    journal.flush();
  }
  if (start.seeded) journal.flush();
  else fill();
  scheduleTasks();

  const answer = (channel: ChannelKind, request: SandboxRequest): Outcome => {
    const simulator = simulators.get(channel);
    if (simulator === undefined)
      return { reply: { status: 404, headers: {}, body: 'Not simulated.' }, afterSeconds: 0 };
    return dispatch(dispatchContext, simulator, request);
  };

  return {
    control,
    clock,
    get address() {
      return address(null);
    },
    fetch: inProcessFetch({
      addresses: () => [
        address(null),
        ...channelPorts.map((channel) => address(channel)),
        externalServicesAddress(),
      ],
      externalServices,
      channels: channelPorts,
      answer,
      control,
      clock,
      callTimeoutSeconds: options.callTimeoutSeconds ?? 30,
    }),
    async listen(at) {
      listening = await listen({ ...at, channels: channelPorts, externalServices, answer, control, clock });
    },
    runDue,
    nextDueAt,
    async close() {
      if (timer !== null) clearTimeout(timer);
      await listening?.close();
      journal.close();
    },
  };
}
