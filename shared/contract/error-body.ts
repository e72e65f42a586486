import * as z from 'zod';
import type { ErrorParams } from './error-params.ts';

/** The schema of an error's parameters. */
export const errorParamsSchema = z
  .custom<ErrorParams[keyof ErrorParams]>((value) => typeof value === 'object')
  .optional()
  .meta({ type: 'object', description: 'What a sentence in another language needs besides the code.' });

/** The body of every error response. See docs/product.md#errors. */
export const errorBodySchema = z.object({
  success: z.literal(false),
  error: z.string().describe('A sentence for members, in English.'),
  code: z.string().describe('An error code for clients.'),
  params: errorParamsSchema,
  requestId: z.string().describe('Identifies the request in the logs.'),
});
export type ErrorBody = z.output<typeof errorBodySchema>;
