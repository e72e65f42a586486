import type { ErrorDetails } from '../../../../shared/contract/error-params.ts';
import { describeError } from '../../../../shared/sentences/error-sentences.ts';

/** An error in a response or a frame, as it arrives. */
export interface ReceivedError {
  readonly code: string;
  readonly params?: unknown;
  /** The server's own sentence, in English. */
  readonly error: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Returns the page's sentence for an error, or the server's sentence if the page has none. */
export function sentenceFor({ code, params, error, retryAfterSeconds }: ReceivedError): string {
  // After a deployment, an open page can receive codes or parameters that it doesn't know.
  try {
    const sentence: unknown = describeError({ code, params, retryAfterSeconds } as ErrorDetails);
    return typeof sentence === 'string' ? sentence : error;
  } catch {
    return error;
  }
}
