import {
  answerRecoveryCount,
  listRecoveryCounts,
  listStockMovements,
  listVariantStockMovements,
  undoAdjustment as undoAdjustmentEndpoint,
} from '@evenstock/contract/stock/stock';
import { listPlannedWrites } from '@evenstock/contract/stock/planned-writes';
import {
  applyTally as applyTallyEndpoint,
  discardTally as discardTallyEndpoint,
  listTallies as listTalliesEndpoint,
  listTallyLines as listTallyLinesEndpoint,
  recordScans as recordScansEndpoint,
  resolveTallyCode,
  showTally as showTallyEndpoint,
  startTally as startTallyEndpoint,
} from '@evenstock/contract/stock/tallies';
import { previewStockPlaces } from '@evenstock/contract/stock/stock-places';
import { route, type Route } from '../../api/routing.ts';
import { undoAdjustment } from './changes/undo-adjustment.ts';
import { answerCount, listCounts } from './replay/answer-count.ts';
import { previewPlaces } from './reads/preview-places.ts';
import { listPlannedWrites as listWrites } from './lists/list-planned-writes.ts';
import { listMovements, listVariantMovements } from './lists/list-movements.ts';
import { applyTally, discardTally } from './tallies/close-tally.ts';
import { recordScans, resolveCode } from './tallies/record-scans.ts';
import { listTallies, listTallyLines, showTally } from './tallies/show-tally.ts';
import { startTally } from './tallies/start-tally.ts';

export const stockRoutes: readonly Route[] = [
  route(listStockMovements, listMovements),
  route(listVariantStockMovements, listVariantMovements),
  route(undoAdjustmentEndpoint, ({ ctx, store, actor, params }) =>
    undoAdjustment(ctx, store.id, actor.userId, params.movementId),
  ),
  route(listRecoveryCounts, listCounts),
  route(listPlannedWrites, listWrites),
  route(answerRecoveryCount, answerCount),
  route(previewStockPlaces, previewPlaces),
  route(listTalliesEndpoint, listTallies),
  route(startTallyEndpoint, startTally),
  route(showTallyEndpoint, showTally),
  route(listTallyLinesEndpoint, listTallyLines),
  route(recordScansEndpoint, recordScans),
  route(resolveTallyCode, resolveCode),
  route(applyTallyEndpoint, applyTally),
  route(discardTallyEndpoint, discardTally),
];
