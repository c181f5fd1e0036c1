/** The password of the demo's accounts. */
export const demoPassword = 'evenstock-demo';

/** The demo's accounts with their permissions. */
export const demoAccounts = [
  { email: 'owner@demo.evenstock.test', role: 'owner' },
  { email: 'admin@demo.evenstock.test', role: 'admin' },
  { email: 'member@demo.evenstock.test', role: 'member' },
  { email: 'platform@demo.evenstock.test', role: 'platform' },
] as const;
