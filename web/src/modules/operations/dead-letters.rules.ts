/** The texts for jobs, by the first part of their name: the work, and the effect of its failure. */
const works = {
  actions: ['ofActions', 'ofActionsLeft'],
  catalog: ['ofCatalog', 'ofCatalogLeft'],
  listings: ['ofCatalog', 'ofCatalogLeft'],
  connections: ['ofConnections', 'ofConnectionsLeft'],
  operations: ['ofOperations', 'ofOperationsLeft'],
  orders: ['ofOrders', 'ofOrdersLeft'],
  pulls: ['ofPulls', 'ofPullsLeft'],
  returns: ['ofReturns', 'ofReturnsLeft'],
  stock: ['ofStock', 'ofStockLeft'],
} as const;
const mail = ['ofMails', 'ofMailsLeft'] as const;

type WorkTexts = (typeof works)[keyof typeof works] | typeof mail;

const isKnown = (area: string): area is keyof typeof works => Object.hasOwn(works, area);

/** The texts for a job's work in a merchant's words; null for a job that only platform admins know. */
export function workOf(job: string): WorkTexts | null {
  const area = job.split('.')[0] ?? '';
  if (job.includes('.mail_')) return mail;
  return isKnown(area) ? works[area] : null;
}
