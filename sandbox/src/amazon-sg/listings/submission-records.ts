import { z } from 'zod';

/** What an attribute is set to. */
export const attributeValue = z.array(z.record(z.string(), z.unknown()));

export const patchOperation = z.object({
  op: z.enum(['add', 'replace', 'merge', 'delete']),
  path: z.string().min(1),
  value: attributeValue.optional(),
});

/** What is to be done to one listing; kept until it takes effect. */
export const submissionRecord = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    sku: z.string(),
    productType: z.string(),
    patches: z.array(z.object({ op: patchOperation.shape.op, attribute: z.string(), value: attributeValue })),
  }),
  z.object({ kind: z.literal('delete'), sku: z.string() }),
]);

export type Submission = z.infer<typeof submissionRecord>;
