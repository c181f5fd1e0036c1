import { showSummary as showSummaryEndpoint } from '@evenstock/contract/insights';
import { route, type Route } from '../../api/routing.ts';
import { showSummary } from './show-summary.ts';

export const insightsRoutes: readonly Route[] = [
  route(showSummaryEndpoint, ({ ctx, store }) => showSummary(ctx, store)),
];
