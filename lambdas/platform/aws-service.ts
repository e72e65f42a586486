import { type RetryResolvedConfig, retryMiddleware, StandardRetryStrategy } from '@smithy/core/retry';
import { SignatureV4 } from '@smithy/signature-v4';
import { type AwsRequest, type AwsResponse, sendRequest } from './aws-connection.ts';
import { readSetting } from './config.ts';
import { defaultProvider } from './lambda-credentials.ts';
import { Sha256 } from './sha256.ts';

/** The SDK repeats a rejected request if its clock and the service's differ by at least this time, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 240_000;

/**
 * Builds the error of a rejected request.
 *
 * @param clockSkewCorrected - whether the request may have been rejected for its time, and the next request has the
 *   service's time
 */
type ToError = (response: AwsResponse, clockSkewCorrected: boolean) => Error;

/** What differs between services. */
interface ServiceOptions {
  /** The service's name in signatures, such as `dynamodb`. */
  readonly name: string;
  readonly toError: ToError;
}

/** Signs and sends requests to one AWS service, with the credentials of the function. */
export class AwsService {
  readonly #signer: SignatureV4;
  readonly #toError: ToError;

  /** The service's clock minus ours, in milliseconds. */
  #clockOffset = 0;

  constructor({ name, toError }: ServiceOptions) {
    const region = async () => readSetting('AWS_REGION');
    this.#signer = new SignatureV4({ service: name, region, credentials: defaultProvider(), sha256: Sha256 });
    this.#toError = toError;
  }

  /**
   * Makes one attempt to send a request.
   *
   * @throws the service's error, or an error with a `code` if the connection fails
   */
  async send({ method, url, headers, body }: AwsRequest): Promise<AwsResponse> {
    const { protocol, hostname, host, pathname: path } = url;
    const request = { method, protocol, hostname, path, query: {}, headers: { host, ...headers }, body };
    const signedRequest = await this.#signer.sign(request, { signingDate: new Date(Date.now() + this.#clockOffset) });

    const response = await sendRequest({
      method,
      url,
      headers: { ...signedRequest.headers, 'content-length': String(Buffer.byteLength(body)) },
      body,
    });
    if (response.statusCode >= 300) throw this.#toError(response, this.#correctClock(response));

    return response;
  }

  /** Sets the time of later signatures. Returns whether that time changed because the clocks differ too much. */
  #correctClock({ headers }: AwsResponse): boolean {
    const serverTime = Date.parse(headers.date ?? '');
    if (Number.isNaN(serverTime)) return false;

    const earlierOffset = this.#clockOffset;
    this.#clockOffset = serverTime - Date.now();
    return this.#clockOffset !== earlierOffset && Math.abs(this.#clockOffset) >= MAX_CLOCK_SKEW_MS;
  }
}

interface RetryOptions {
  /** Maximum attempts, including the first. */
  readonly maxAttempts: number;
  /** Bounds the wait before the second attempt, in milliseconds. Later waits are longer. */
  readonly baseDelayMs?: number;
}

/** Returns the SDK's retry rules. The first wait is at most 50 ms by default, as for most services. */
export function createRetryConfig({ maxAttempts, baseDelayMs: baseDelay = 50 }: RetryOptions): RetryResolvedConfig {
  const strategy = new StandardRetryStrategy({ maxAttempts, baseDelay });
  return { retryStrategy: async () => strategy, maxAttempts: async () => maxAttempts };
}

/** Returns a function that repeats an attempt as the SDK does. */
export function createRetry(options: RetryOptions): <T>(attempt: () => Promise<T>) => Promise<T> {
  const retry = retryMiddleware(createRetryConfig(options));

  return async (attempt) => {
    // The retries read only the errors of an attempt. The other values are required by the types of middlewares.
    const handler = retry(async () => ({ response: await attempt(), output: { $metadata: {} } }), {});
    const { response } = await handler({ input: {}, request: {} });
    return response as Awaited<ReturnType<typeof attempt>>;
  };
}
