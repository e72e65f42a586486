import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request with a signed body, which must be kept byte for byte. */
export interface SignedRequest {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it was sent. */
  readonly body: string;
}

/** Returns the headers and the unmodified body of an event. */
export function toSignedRequest({ headers, body = '', isBase64Encoded }: APIGatewayProxyEventV2): SignedRequest {
  return { headers, body: isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body };
}
