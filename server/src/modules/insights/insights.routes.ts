import { showSummary as showSummaryEndpoint } from '@evenstock/contract/insights/insights';
import {
  listNeedsYou as listNeedsYouEndpoint,
  showTodo as showTodoEndpoint,
} from '@evenstock/contract/insights/needs-you';
import * as reports from '@evenstock/contract/insights/reports';
import { showSyncHealth as showSyncHealthEndpoint } from '@evenstock/contract/insights/sync-health';
import { route, type Route } from '../../api/routing.ts';
import { listNeedsYou } from './list-needs-you.ts';
import { showProductReport, showReport } from './show-report.ts';
import { showSummary } from './show-summary.ts';
import { showSyncHealth } from './show-sync-health.ts';
import { showTodo } from './show-todo.ts';

export const insightsRoutes: readonly Route[] = [
  route(showSummaryEndpoint, ({ ctx, store }) => showSummary(ctx, store)),
  route(listNeedsYouEndpoint, listNeedsYou),
  route(showTodoEndpoint, async ({ ctx, store }) => ({ todo: await showTodo(ctx, store) })),
  route(showSyncHealthEndpoint, ({ ctx, store, params }) =>
    showSyncHealth(ctx, store.id, params.marketplaceId),
  ),
  route(reports.showReport, showReport),
  route(reports.showProductReport, showProductReport),
];
