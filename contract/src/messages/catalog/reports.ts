import type { ReportName } from '../../kinds/report-names.ts';

const names = {
  new_products: 'New Products',
  products_purchased: 'Products Purchased',
  new_orders: 'New Orders',
  orders_total: 'Orders Total',
  product_stocks: 'Product Stock',
  product_purchased: 'Product Purchased',
} as const satisfies Readonly<Record<ReportName, string>>;

/** What reports are called, and why one is refused. */
export const reportMessages = {
  ...names,
  of_product: 'This report is of one product; open it on the page of the product',
  of_store: 'This report is of the whole store; open it on the page of the reports',
  days_only: 'This report comes by days alone',
  backwards: 'The first day must not be after the last one, nor after today',
  too_early: 'Reports begin on {{day}} at the earliest',
} as const;
