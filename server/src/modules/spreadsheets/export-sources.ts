import { orderItemsSource, ordersSource } from './export-orders.ts';
import { productsSource } from './export-products.ts';
import { movementsSource } from './export-stock-movements.ts';
import { exportOperation } from './run-export.ts';

/** All exports. */
export const exportSources = [productsSource, movementsSource, ordersSource, orderItemsSource] as const;

export const exportProductsOperation = exportOperation(productsSource);
export const exportMovementsOperation = exportOperation(movementsSource);
export const exportOrdersOperation = exportOperation(ordersSource);
export const exportOrderItemsOperation = exportOperation(orderItemsSource);
