import { createRandom, type Random } from './random.ts';

/** A generated person in Singapore, unmasked: each simulator masks as its vendor does. */
export interface Buyer {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
  readonly unit: string;
  readonly postalCode: string;
}

const firstNames = [
  'Mei Ling', 'Wei Jie', 'Siti', 'Arjun', 'Hui Min', 'Farid', 'Priya', 'Jun Hao', 'Nurul', 'Daniel', 'Xin Yi', 'Kavitha', 'Zhi Wei',
  'Aisyah', 'Ryan', 'Shu Fen', 'Imran', 'Grace', 'Kai Xuan', 'Deepa',
]; // oxfmt-ignore
const lastNames = [
  'Tan',
  'Lim',
  'Rahman',
  'Nair',
  'Ng',
  'Ismail',
  'Kumar',
  'Goh',
  'Hassan',
  'Wong',
  'Chua',
  'Raj',
  'Koh',
  'Yusof',
  'Teo',
];
const streets = [
  'Bedok North Avenue 3', 'Tampines Street 81', 'Toa Payoh Lorong 4', 'Jurong West Street 42', 'Ang Mo Kio Avenue 10', 'Serangoon Central',
  'Clementi Avenue 2', 'Woodlands Drive 14', 'Bukit Batok East Avenue 5', 'Punggol Field', 'Hougang Street 21', 'Queenstown Close',
]; // oxfmt-ignore

/** Buyers whose names need other scripts, with the handle that stands for each where letters must be plain. */
const foreignNames = [
  { handle: 'chenmeiling', firstName: '美玲', lastName: '陳', name: '陳美玲' },
  { handle: 'somchaijaidee', firstName: 'สมชาย', lastName: 'ใจดี', name: 'สมชาย ใจดี' },
] as const;

/** The number of the first of them; generated orders have lower ones. */
const firstForeignBuyer = 5_001;

/** The number of a buyer with a Chinese name, and of one with a Thai name. */
export const chineseBuyer = firstForeignBuyer;
export const thaiBuyer = firstForeignBuyer + 1;

/** Returns the buyer of that number, the same person each time. */
export function buyerOf(seed: number): Buyer {
  const random = createRandom('buyer', seed);
  const usual = usualName(random);
  const { handle, firstName, lastName, name } = foreignNames[seed - firstForeignBuyer] ?? usual;
  const number = random.between(10, 99);
  return {
    id: 900_000 + seed,
    username: `${handle}${String(number)}`,
    firstName,
    lastName,
    name,
    email: `${handle}${String(number)}@buyers.example.test`,
    phone: `+65${String(random.between(80_000_000, 98_999_999))}`,
    street: `Blk ${String(random.between(1, 899))} ${random.pick(streets)}`,
    unit: `#${String(random.between(2, 25)).padStart(2, '0')}-${String(random.between(1, 299)).padStart(2, '0')}`,
    postalCode: String(random.between(100_000, 829_999)),
  };
}

function usualName(random: Random): Pick<Buyer, 'firstName' | 'lastName' | 'name'> & { handle: string } {
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  const handle = `${firstName}${lastName}`.toLowerCase().replaceAll(' ', '');
  return { handle, firstName, lastName, name: `${lastName} ${firstName}` };
}
