import { AwsError, type AwsRestService } from '../http/aws-json-server.ts';
import type { HttpResponse } from '../http/http-server.ts';
import { ACCOUNT_ID, REGION } from '../template/identities.ts';
import type { Functions } from './lambda.ts';

const PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
/** The limit for an event that is queued. */
const MAX_ASYNC_BYTES = 1_048_576;

/** Lambda's API, of which functions call one operation: Invoke. */
export function invokeApi(functions: Functions): AwsRestService {
  return {
    pathPrefix: '/2015-03-31/',
    signingName: 'lambda',
    async handle({ method, url, headers, body }) {
      const encodedName = method === 'POST' ? PATH.exec(url.pathname)?.[1] : undefined;
      if (encodedName === undefined) {
        throw new AwsError('UnknownOperationException', `The local Lambda has no ${method} ${url.pathname}.`, 404);
      }
      const arn = functionArn(functions, decodeURIComponent(encodedName), url.searchParams.get('Qualifier'));
      const event = parseEvent(body);
      const type = String(headers['x-amz-invocation-type'] ?? 'RequestResponse');
      switch (type) {
        case 'Event':
          if (body.length > MAX_ASYNC_BYTES) {
            const message = `${body.length} byte payload is too large for the Event invocation type (limit ${MAX_ASYNC_BYTES} bytes)`;
            throw new AwsError('RequestTooLargeException', message, 413);
          }
          functions.invokeAsync(arn, event);
          return { status: 202 };
        case 'RequestResponse':
          return answerOf(await functions.invoke(arn, event));
        case 'DryRun':
          return { status: 204 };
        default:
          throw new AwsError('InvalidParameterValueException', `There is no invocation type ${type}.`);
      }
    },
  };
}

/** @param name - a name, a part of an ARN or a whole one, each with or without the only version there is */
function functionArn(functions: Functions, name: string, qualifier: string | null): string {
  const [, unqualified = name, version = qualifier] = /^(.*[^:]):(\$LATEST)$/.exec(name) ?? [];
  const arn = (version ?? '$LATEST') === '$LATEST' ? functions.arnOf(unqualified) : undefined;
  if (arn) return arn;
  const whole = name.startsWith('arn:') ? name : `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:${name}`;
  const asked = qualifier === null ? whole : `${whole}:${qualifier}`;
  throw new AwsError('ResourceNotFoundException', `Function not found: ${asked}`, 404);
}

function parseEvent(body: Buffer): unknown {
  try {
    return body.length > 0 ? JSON.parse(body.toString()) : {};
  } catch (error) {
    const reason = `Could not parse request body into json: ${(error as Error).message}`;
    throw new AwsError('InvalidRequestContentException', reason);
  }
}

function answerOf(outcome: Awaited<ReturnType<Functions['invoke']>>): HttpResponse {
  const version = { 'x-amz-executed-version': '$LATEST' };
  if (outcome.ok) return { status: 200, headers: version, body: outcome.payload };
  // The call itself has succeeded, as AWS sees it.
  const headers = { ...version, 'x-amz-function-error': 'Unhandled' };
  return { status: 200, headers, body: JSON.stringify(outcome.error) };
}
