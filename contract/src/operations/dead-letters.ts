import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { empty, id, instant, listOf, none, paging, recordId } from '../api/fields.ts';
import { storePath } from '../stores/stores.ts';

/** A background job that failed for good: it is kept until somebody has it run again, or discards it. */
export const deadLetter = z.object({
  id,
  /** The kind of job, such as `stock.push_stock`. */
  job: z.string(),
  /** The ids of the records that it is about, by the names of its payload. */
  subject: z.record(z.string(), z.number()),
  attempts: z.number().int(),
  /** The last failure, in the words of the program; mail addresses and secrets are removed. */
  error: z.string().nullable(),
  created_at: instant,
  failed_at: instant,
});
export type DeadLetter = z.infer<typeof deadLetter>;

export const listDeadLetters = endpoint({
  name: 'listDeadLetters',
  summary: 'The background jobs of the installation that failed for good, newest first',
  method: 'GET',
  path: '/api/admin/dead_letters.json',
  params: none,
  query: z.object(paging),
  body: none,
  reply: listOf('dead_letters', deadLetter),
  permission: 'platform.inspect',
  audit: null,
});

/** retry: it runs again at once, with all its attempts. discard: it is deleted. */
export const deadLetterAction = z.enum(['retry', 'discard']);
export type DeadLetterAction = z.infer<typeof deadLetterAction>;

export const resolveDeadLetter = endpoint({
  name: 'resolveDeadLetter',
  summary: 'Have a job that failed for good run again, or discard it',
  method: 'POST',
  path: '/api/admin/dead_letters/:deadLetterId/resolve.json',
  params: z.object({ deadLetterId: recordId }),
  query: none,
  body: z.object({ dead_letter: z.object({ action: deadLetterAction }) }),
  reply: empty,
  permission: 'platform.operate',
  audit: 'dead_letter.resolve',
});

export const listStoreDeadLetters = endpoint({
  name: 'listStoreDeadLetters',
  summary: 'The background jobs of the store that failed for good, newest first',
  method: 'GET',
  path: '/api/stores/:storeId/dead_letters.json',
  params: storePath,
  query: z.object(paging),
  body: none,
  reply: listOf('dead_letters', deadLetter),
  permission: 'dead_letter.manage',
  audit: null,
});

export const resolveStoreDeadLetter = endpoint({
  name: 'resolveStoreDeadLetter',
  summary: 'Have a job of the store that failed for good run again, or discard it',
  method: 'POST',
  path: '/api/stores/:storeId/dead_letters/:deadLetterId/resolve.json',
  params: storePath.extend({ deadLetterId: recordId }),
  query: none,
  body: z.object({ dead_letter: z.object({ action: deadLetterAction }) }),
  reply: empty,
  permission: 'dead_letter.manage',
  audit: 'dead_letter.resolve',
});
