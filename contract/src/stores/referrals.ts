import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { none } from '../api/fields.ts';
import { storePath } from './stores.ts';
import { fault } from '../messages/message.ts';

/** Maximum number of addresses that one call mails. */
export const mostReferralEmails = 20;

export const sendReferralEmails = endpoint({
  name: 'sendReferralEmails',
  summary:
    'Tell people of Evenstock by mail; addresses are separated by commas. Answers how many were written to',
  method: 'POST',
  path: '/api/stores/:storeId/send_referral_emails.json',
  params: storePath,
  query: none,
  body: z.object({
    store: z.object({
      emails: z
        .string({ error: fault('accounts.email_required') })
        .max(6000, fault('stores.addresses_too_long'))
        .transform((text) => [
          ...new Set(
            text
              .split(',')
              .map((part) => part.trim().toLowerCase())
              .filter((part) => part !== ''),
          ),
        ])
        .superRefine((addresses, check) => {
          const wrong = addresses.find((address) => !z.email().max(255).safeParse(address).success);
          const problem =
            wrong !== undefined
              ? fault('stores.address_invalid', { address: wrong.slice(0, 100) })
              : addresses.length > mostReferralEmails
                ? fault('stores.too_many_addresses', { limit: mostReferralEmails })
                : addresses.length === 0
                  ? fault('accounts.email_required')
                  : null;
          if (problem !== null) check.addIssue({ code: 'custom', message: problem });
        }),
    }),
  }),
  reply: z.object({ count: z.number().int() }),
  permission: 'referral.send',
  audit: 'store.refer',
});

export const storeNameFromCode = endpoint({
  name: 'storeNameFromCode',
  summary: 'The name of the store whose referral link was followed',
  method: 'GET',
  path: '/api/stores/get_store_name_from_code.json',
  params: none,
  query: z.object({ code: z.string().max(100).optional() }),
  body: none,
  reply: z.object({ store: z.object({ name: z.string() }) }),
  permission: 'public',
  withExpiredPassword: true,
  audit: null,
});
