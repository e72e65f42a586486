import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readBody } from './request.ts';

/** A request with a signed body, whose bytes must not change. */
export interface SignedRequest {
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The unmodified body. */
  readonly body: string;
}

/**
 * Returns the headers and the unmodified body of an event.
 *
 * @throws BodyTooLarge before anything is computed or called for the signature
 */
export function toSignedRequest(event: APIGatewayProxyEventV2): SignedRequest {
  return { headers: event.headers, body: readBody(event) };
}
