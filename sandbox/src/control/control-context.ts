import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { CallLog } from '../core/calls.ts';
import type { SandboxClock } from '../core/clock.ts';
import type { Faults } from '../core/faults.ts';
import type { Journal } from '../core/journal.ts';
import type { Random } from '../core/random.ts';
import type { ShopRecord } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import type { ChannelSimulator, Core } from '../core/simulator.ts';
import type { Tasks } from '../core/tasks.ts';
import type { Wild } from '../wild/wild.ts';
import type { ExternalServices } from '../external-services/external-services.ts';

/** What the control API acts on. */
export interface ControlContext {
  readonly externalServices: ExternalServices;
  readonly core: Core;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly calls: CallLog;
  readonly tasks: Tasks;
  readonly wild: Wild;
  readonly journal: Journal;
  readonly simulators: ReadonlyMap<ChannelKind, ChannelSimulator>;
  random(name: string): Random;
  saveClock(): void;
  addShop(record: ShopRecord): Shop;
  removeShop(shop: Shop): void;
  clearAll(): void;
}
