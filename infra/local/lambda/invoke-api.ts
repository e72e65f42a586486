import { AwsError, type AwsRestService } from '../http/aws-json-server.ts';
import type { HttpResponse } from '../http/http-server.ts';
import { ACCOUNT_ID, REGION } from '../template/identities.ts';
import type { Functions } from './functions.ts';

/** Matches the path of Invoke. */
const INVOKE_PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Lambda's maximum size of an asynchronous event, in bytes. */
const MAX_ASYNC_BYTES = 1_048_576;

/** Creates Lambda's API with the one operation that functions call: Invoke. */
export function createInvokeApi(functions: Functions): AwsRestService {
  return {
    pathPrefix: '/2015-03-31/',
    signingName: 'lambda',
    async handle({ method, url, headers, body }) {
      const encodedName = method === 'POST' ? INVOKE_PATH.exec(url.pathname)?.[1] : undefined;
      if (encodedName === undefined) {
        throw new AwsError('UnknownOperationException', `Unsupported operation: ${method} ${url.pathname}.`, 404);
      }

      const arn = resolveArn(functions, decodeURIComponent(encodedName), url.searchParams.get('Qualifier'));
      const event = parseEvent(body);
      const type = String(headers['x-amz-invocation-type'] ?? 'RequestResponse');

      switch (type) {
        case 'Event':
          if (body.length > MAX_ASYNC_BYTES) {
            const limit = `the Event invocation type (limit ${MAX_ASYNC_BYTES} bytes)`;
            const message = `${body.length} byte payload is too large for ${limit}`;
            throw new AwsError('RequestTooLargeException', message, 413);
          }

          functions.invokeAsync(arn, event);
          return { status: 202 };

        case 'RequestResponse':
          return toResponse(await functions.invokeNested(arn, event));

        case 'DryRun':
          return { status: 204 };

        default:
          throw new AwsError('InvalidParameterValueException', `Unknown invocation type ${type}.`);
      }
    },
  };
}

/**
 * Returns the ARN of a function.
 *
 * @param name - a function's name, partial ARN, or ARN, with or without the version $LATEST
 */
function resolveArn(functions: Functions, name: string, qualifier: string | null): string {
  const [, baseName = name, version = qualifier] = /^(.*[^:]):(\$LATEST)$/.exec(name) ?? [];
  const arn = (version ?? '$LATEST') === '$LATEST' ? functions.findArn(baseName) : undefined;
  if (arn) return arn;

  const fullArn = name.startsWith('arn:') ? name : `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:${name}`;
  const qualifiedArn = qualifier === null ? fullArn : `${fullArn}:${qualifier}`;
  throw new AwsError('ResourceNotFoundException', `Function not found: ${qualifiedArn}`, 404);
}

function parseEvent(body: Buffer): unknown {
  try {
    return body.length > 0 ? JSON.parse(body.toString()) : {};
  } catch (error) {
    const reason = `Could not parse request body into json: ${(error as Error).message}`;
    throw new AwsError('InvalidRequestContentException', reason);
  }
}

function toResponse(outcome: Awaited<ReturnType<Functions['invoke']>>): HttpResponse {
  const version = { 'x-amz-executed-version': '$LATEST' };
  if (outcome.ok) return { status: 200, headers: version, body: outcome.payload };

  // AWS returns 200 although the function failed.
  const headers = { ...version, 'x-amz-function-error': 'Unhandled' };
  return { status: 200, headers, body: JSON.stringify(outcome.error) };
}
