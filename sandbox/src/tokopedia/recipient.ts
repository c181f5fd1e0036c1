import { buyerOf } from '../core/buyers.ts';
import { createRandom } from '../core/random.ts';
import type { Order } from '../core/records.ts';

const districts = [
  ['Setiabudi', 'Jakarta Selatan', 'DKI Jakarta', '12920'],
  ['Coblong', 'Kota Bandung', 'Jawa Barat', '40132'],
  ['Gubeng', 'Kota Surabaya', 'Jawa Timur', '60281'],
  ['Gondokusuman', 'Kota Yogyakarta', 'DI Yogyakarta', '55225'],
] as const;
const streets = ['Jl. Melati', 'Jl. Kenanga', 'Jl. Diponegoro', 'Jl. Pahlawan', 'Jl. Cendana'] as const;

/** Who bought and where it goes: a made-up person in Indonesia, always the same for an order's buyer. */
export function recipientOf(order: Order) {
  const { id, name, email } = buyerOf(order.buyer);
  const random = createRandom('tokopedia-recipient', order.buyer);
  const [district, city, province, postalCode] = random.pick(districts);
  const street = `${random.pick(streets)} No. ${String(random.between(1, 199))}`;
  return {
    id,
    name,
    email,
    phone: `628${String(random.between(1_000_000_000, 9_999_999_999))}`,
    street,
    district,
    city,
    province,
    postalCode,
    full: `${street}, ${district}, ${city}, ${postalCode}`,
  };
}
