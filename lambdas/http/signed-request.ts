import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request whose body its sender has signed: any change of a byte would break the signature. */
export interface SignedRequest {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it was sent. */
  readonly body: string;
}

/** The request of an event, its body as it was sent. */
export function signedRequest({ headers, body = '', isBase64Encoded }: APIGatewayProxyEventV2): SignedRequest {
  return { headers, body: isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body };
}
