import { showSummary as showSummaryEndpoint } from '@evenstock/contract/insights';
import * as reports from '@evenstock/contract/reports';
import { route, type Route } from '../../api/routing.ts';
import { showProductReport, showReport } from './show-report.ts';
import { showSummary } from './show-summary.ts';

export const insightsRoutes: readonly Route[] = [
  route(showSummaryEndpoint, ({ ctx, store }) => showSummary(ctx, store)),
  route(reports.showReport, showReport),
  route(reports.showProductReport, showProductReport),
];
