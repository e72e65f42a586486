import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readBody } from './request.ts';

/** A request with a signed body, which must be kept byte for byte. */
export interface SignedRequest {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it was sent. */
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
