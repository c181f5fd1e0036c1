/** The texts of the work that a kind of job does: what it is, and what is left undone. By the first part of its name. */
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

/** What a job was to do, in a merchant's words; null for one that only the people who run the installation know. */
export function workOf(job: string): WorkTexts | null {
  const area = job.split('.')[0] ?? '';
  if (job.includes('.mail_')) return mail;
  return isKnown(area) ? works[area] : null;
}
