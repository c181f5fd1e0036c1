import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import { Failure } from './reply.ts';
import type { TokopediaCall } from './tokopedia-call.ts';

const couriers = [
  { shipper_id: 1, shipper_name: 'JNE', services: [{ service_id: 1, service_name: 'Reguler' }, { service_id: 6, service_name: 'YES' }] },
  { shipper_id: 14, shipper_name: 'J&T', services: [{ service_id: 27, service_name: 'Reguler' }] },
  { shipper_id: 10, shipper_name: 'GO-SEND', services: [{ service_id: 28, service_name: 'Instant Courier' }] },
] as const; // oxfmt-ignore

const switches = z.record(z.string(), z.boolean());
const update = z.record(z.string().regex(/^\d+$/), z.record(z.string().regex(/^\d+$/), z.literal([0, 1])));

/** The courier services of each shop, on unless switched off (tokopedia.md 5). */
export class Couriers {
  readonly #table: Table<z.infer<typeof switches>>;

  constructor(core: Core) {
    this.#table = core.table('tokopedia/couriers', switches);
  }

  /** `GET /v2/logistic/fs/{fs_id}/info`. */
  all(call: TokopediaCall): object[] {
    call.shop();
    return couriers.map((one) => courierFields(call, one, one.services));
  }

  /** `GET /v1/logistic/fs/{fs_id}/active-info`. */
  active(call: TokopediaCall): object[] {
    const shop = call.shop();
    return couriers.flatMap((one) => {
      const services = one.services.filter(({ service_id }) => this.#isOn(shop, one.shipper_id, service_id));
      return services.length === 0 ? [] : [courierFields(call, one, services)];
    });
  }

  /** `POST /v2/logistic/fs/{fs_id}/update`: `{"1": {"6": 0}}` switches off. */
  switch(call: TokopediaCall): string {
    const shop = call.shop();
    const changed = { ...this.#table.get(shop.id) };
    for (const [shipper, services] of Object.entries(call.body(update, 'LGS_DLV_001'))) {
      const courier = couriers.find(({ shipper_id }) => shipper_id === Number(shipper));
      for (const [service, on] of Object.entries(services)) {
        if (courier?.services.some(({ service_id }) => service_id === Number(service)) !== true)
          throw new Failure(400, 'LGS_DLV_001', 'There is no such courier service');
        changed[`${shipper}/${service}`] = on === 1;
      }
    }
    this.#table.put(shop.id, changed);
    return 'success';
  }

  #isOn(shop: Shop, shipper: number, service: number): boolean {
    return this.#table.get(shop.id)?.[`${String(shipper)}/${String(service)}`] ?? true;
  }
}

function courierFields(
  call: TokopediaCall,
  { shipper_id, shipper_name }: (typeof couriers)[number],
  services: readonly { readonly service_id: number; readonly service_name: string }[],
): object {
  return {
    shipper_id,
    shipper_name,
    logo: call.core.pictureUrl('parcel'),
    services: services.map((service) => ({ ...service, service_desc: service.service_name })),
  };
}
