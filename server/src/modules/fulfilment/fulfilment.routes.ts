import type { Route } from '../../api/routing.ts';

export const fulfilmentRoutes: readonly Route[] = [];
