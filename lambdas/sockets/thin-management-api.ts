/*
 * Replaces `@aws-sdk/client-apigatewaymanagementapi` in the bundles, with the two commands that functions send.
 * Functions send many of them, because each socket needs its own request. See docs/adr/0047-thin-transport.md.
 *
 * Exports have the names of the SDK's, because the bundler only exchanges the module.
 */
import { ServiceException } from '@smithy/core/client';
import type { AwsResponse } from '../platform/aws-connection.ts';
import { completeError, parseError, toPlainError } from '../platform/aws-error.ts';
import { AwsService, createRetry } from '../platform/aws-service.ts';

interface Connection {
  readonly ConnectionId: string;
}

/** Sends bytes of UTF-8 to a socket. */
export class PostToConnectionCommand {
  readonly method = 'POST';
  readonly headers = { 'content-type': 'application/octet-stream' };
  readonly body: string;
  readonly input: Connection;

  constructor(input: Connection & { readonly Data: Uint8Array }) {
    this.input = input;
    this.body = Buffer.from(input.Data).toString('utf8');
  }
}

/** Closes a socket. */
export class DeleteConnectionCommand {
  readonly method = 'DELETE';
  readonly headers = {};
  readonly body = '';
  readonly input: Connection;

  constructor(input: Connection) {
    this.input = input;
  }
}

/** Thrown for a closed socket, and for one whose handshake isn't complete. */
export class GoneException extends ServiceException {}

/** Maximum attempts of each call, including the first. The SDK's default. */
const MAX_ATTEMPTS = 3;

/** Sends {@link PostToConnectionCommand} and {@link DeleteConnectionCommand}. */
export class ApiGatewayManagementApiClient {
  readonly #endpoint: string;
  readonly #service = new AwsService({ name: 'execute-api', toError });
  readonly #retry = createRetry({ maxAttempts: MAX_ATTEMPTS });

  constructor({ endpoint }: { readonly endpoint: string }) {
    this.#endpoint = endpoint;
  }

  /**
   * Sends a command. Both commands have an empty result.
   *
   * @throws GoneException if the socket is closed, or its handshake isn't complete
   */
  async send({ input, method, headers, body }: PostToConnectionCommand | DeleteConnectionCommand): Promise<object> {
    const url = new URL(`${this.#endpoint}/@connections/${encodeURIComponent(input.ConnectionId)}`);
    await this.#retry<AwsResponse>(() => this.#service.send({ method, url, headers, body }));
    return {};
  }
}

/** Builds the error of a rejected request. Only `GoneException` has its own class: callers read the others' names. */
function toError(response: AwsResponse, clockSkewCorrected: boolean): Error {
  const { options, fields } = parseError(response, clockSkewCorrected);
  if (options.name !== 'GoneException') return toPlainError(response, clockSkewCorrected);

  return completeError(new GoneException(options), fields, response);
}
