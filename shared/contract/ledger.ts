import * as z from 'zod';

/** What can change somebody's depth. */
export const ledgerSource = z.enum([
  'upload',
  'correction',
  'removal',
  'test',
  'stripe',
  'paypal',
  'refund',
  'dispute',
  'reinstatement',
]);
export type LedgerSource = z.output<typeof ledgerSource>;

/** Which payment a change of depth belongs to. */
const ledgerPayment = z.object({
  provider: z.enum(['stripe', 'paypal']),
  paymentId: z.string().describe("The provider's own id: a PaymentIntent's, or a capture's."),
  cents: z.number().int().describe('US cents that were paid; negative when they went back.'),
  packageName: z.string(),
});
export type LedgerPayment = z.output<typeof ledgerPayment>;

/** One change of a member's depth, as they see it. */
export const ledgerEntry = z.object({
  id: z.string().describe('Unique among the entries of the member.'),
  source: ledgerSource,
  at: z.string().describe('ISO 8601.'),
  change: z.number().describe('Metres; negative when they went down.'),
  depthAfter: z.number().describe('Metres.'),
  bytes: z.number().int().describe('Bytes contributed; negative when taken back.'),
  fileName: z.string().nullable().describe('Of the file that was uploaded, replaced or deleted.'),
  payment: ledgerPayment.nullable(),
});
export type ListedLedgerEntry = z.output<typeof ledgerEntry>;
