export const storeReports = ['new_products', 'products_purchased', 'new_orders', 'orders_total'] as const;
/** Reports of one product. `product_stocks` exists by days alone. */
export const productReports = ['product_stocks', 'product_purchased'] as const;
export const reportNames = [...storeReports, ...productReports] as const;
export type ReportName = (typeof reportNames)[number];
