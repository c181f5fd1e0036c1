import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { mistyped } from './catalogue.ts';

/** The numbers on what Kopi Corner has packed by others; what it makes itself has none. */
const barcodes: Readonly<Record<string, string>> = {
  'KAYA-240': '8880012300013',
  'KAYA-GULA': '8880012300181',
  'KOPI-O-20': '8880012300358',
  'KOPI-O-50': '8880012300525',
  'KOPI-O-100': '8880012300693',
  'BEANS-250': '8880012300860',
  'BEANS-500': '8880012301034',
  'BEANS-1000': '8880012301201',
  'TEH-BREW': '8880012301379',
  CONDENSED: '8880012301546',
  'EVAP-MILK': '8880012301713',
  'GULA-500': '8880012301881',
  'PANDAN-60': '8880012302055',
  'MILO-TIN': '8880012302222',
  'PEANUT-400': '8880012302390',
  'HAEBI-180': '8880012302567',
  'BAKKWA-200': '8880012302734',
  'PINE-TART12': '8880012302901',
};

export const barcodeOn = (channel: ChannelKind, sku: string): string | null =>
  mistyped[channel]?.[sku] ?? barcodes[sku] ?? null;
