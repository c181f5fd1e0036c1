// The server's modules, lowest first: each may use those before it. Lint rules are generated from this list.
export const ladder = [
  'journal',
  'accounts',
  'stores',
  'operations',
  'billing',
  'marketplaces',
  'connections',
  'pulls',
  'actions',
  'stock',
  'recovery',
  'catalog',
  'orders',
  'cancellations',
  'fulfilment',
  'insights',
];
