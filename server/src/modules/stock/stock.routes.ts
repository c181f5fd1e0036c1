import {
  answerRecoveryCount,
  listRecoveryCounts,
  listStockMovements,
  listVariantStockMovements,
} from '@evenstock/contract/stock';
import { route, type Route } from '../../api/routing.ts';
import { answerCount, listCounts } from './answer-count.ts';
import { listMovements, listVariantMovements } from './list-movements.ts';

export const stockRoutes: readonly Route[] = [
  route(listStockMovements, listMovements),
  route(listVariantStockMovements, listVariantMovements),
  route(listRecoveryCounts, listCounts),
  route(answerRecoveryCount, answerCount),
];
