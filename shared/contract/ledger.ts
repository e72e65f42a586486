import * as z from 'zod';

/** The sources of a change of depth: what can change a member's depth. */
export const ledgerSourceSchema = z.enum([
  'upload',
  // The bytes of a file were replaced.
  'correction',
  // A file was deleted.
  'removal',
  // The test contribution of the dashboard, outside production.
  'test',
  // Payments.
  'stripe',
  'paypal',
  // Reversals: the payer got the money of a payment back.
  'refund',
  'dispute',
  // A reversal was undone: we got the money back.
  'reinstatement',
]);
export type LedgerSource = z.output<typeof ledgerSourceSchema>;

/** The payment that the entry credits or reverses. */
const ledgerPaymentSchema = z.object({
  provider: z.enum(['stripe', 'paypal']),
  paymentId: z.string().describe("The provider's ID of the PaymentIntent or capture."),
  cents: z.number().int().describe('US cents; negative for a reversal.'),
  packageName: z.string(),
});
export type LedgerPayment = z.output<typeof ledgerPaymentSchema>;

/** One entry of a member's ledger, as the depth log shows it. */
export const ledgerEntrySchema = z.object({
  id: z.string().describe("Unique among the member's entries."),
  source: ledgerSourceSchema,
  at: z.string().describe('ISO 8601.'),
  change: z.number().describe('Metres; negative if the depth dropped.'),
  depthAfter: z.number().describe('Metres.'),
  bytes: z.number().int().describe('Contributed bytes; negative after a deletion.'),
  fileName: z.string().nullable().describe('Name of the uploaded, replaced or deleted file.'),
  payment: ledgerPaymentSchema.nullable(),
});
export type ListedLedgerEntry = z.output<typeof ledgerEntrySchema>;
