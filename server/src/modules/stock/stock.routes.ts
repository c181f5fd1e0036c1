import {
  answerRecoveryCount,
  listRecoveryCounts,
  listStockMovements,
  listVariantStockMovements,
} from '@evenstock/contract/stock/stock';
import { listPlannedWrites } from '@evenstock/contract/stock/planned-writes';
import { previewStockPlaces } from '@evenstock/contract/stock/stock-places';
import { route, type Route } from '../../api/routing.ts';
import { answerCount, listCounts } from './replay/answer-count.ts';
import { previewPlaces } from './reads/preview-places.ts';
import { listPlannedWrites as listWrites } from './lists/list-planned-writes.ts';
import { listMovements, listVariantMovements } from './lists/list-movements.ts';

export const stockRoutes: readonly Route[] = [
  route(listStockMovements, listMovements),
  route(listVariantStockMovements, listVariantMovements),
  route(listRecoveryCounts, listCounts),
  route(listPlannedWrites, listWrites),
  route(answerRecoveryCount, answerCount),
  route(previewStockPlaces, previewPlaces),
];
