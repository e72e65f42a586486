import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { constructStack } from '@smithy/core/client';
import { retryMiddleware, retryMiddlewareOptions } from '@smithy/core/retry';
import type { AwsResponse } from '../platform/aws-connection.ts';
import { readMetadata } from '../platform/aws-error.ts';
import { AwsService, createRetryConfig } from '../platform/aws-service.ts';
import { readOptionalSetting, readSetting } from '../platform/config.ts';
import { type KeyNodes, marshallAttributes, unmarshallAttributes } from './attribute-values.ts';
import { toServiceError } from './service-error.ts';

/** The part of the SDK's document client that the product uses. */
export type DocumentClient = Pick<DynamoDBDocumentClient, 'send' | 'middlewareStack'>;

/** Types of the SDK's middlewares, which it doesn't export. */
type Stack = DocumentClient['middlewareStack'];
type Handler = ReturnType<Stack['resolve']>;
type Context = Parameters<Stack['resolve']>[1];
type Output = Awaited<ReturnType<Handler>>['output'];

/** The properties of a command that its TypeScript type doesn't declare. */
interface CommandParts {
  readonly input: object;
  readonly inputKeyNodes: KeyNodes;
  readonly outputKeyNodes: KeyNodes;
  /**
   * The command of the underlying client. Its schema begins with a kind, a namespace, and DynamoDB's name of the
   * operation.
   */
  readonly clientCommand: { readonly schema: readonly [unknown, unknown, string] };
}

/** The serialized request, which the serializer passes on to each attempt. */
interface OperationRequest {
  readonly operation: string;
  readonly body: string;
}

/** The SDK's base delay for DynamoDB, in milliseconds. */
const BASE_DELAY_MS = 25;

/**
 * Creates a client for the commands of `@aws-sdk/lib-dynamodb`, which uses half the CPU of the SDK's own client.
 *
 * It keeps the SDK's middleware stack, retries, signer, conversion of attribute values, and errors. Undefined values
 * are omitted. See docs/adr/0047-thin-transport.md.
 *
 * @param options.maxAttempts - maximum attempts of each call, including the first
 */
export function createDocumentClient({ maxAttempts }: { readonly maxAttempts: number }): DocumentClient {
  const handlers = new Map<unknown, Handler>();
  const middlewareStack = observeChanges(createStack(maxAttempts), () => handlers.clear());
  const send = createHandler();

  /** Returns the handler of a command's class. Building it for each call would take longer than all middlewares. */
  function findHandler(command: CommandParts): Handler {
    const cachedHandler = handlers.get(command.constructor);
    if (cachedHandler) return cachedHandler;

    const { inputKeyNodes, outputKeyNodes, clientCommand } = command;
    const [, , operation] = clientCommand.schema;
    const context = { commandName: `${operation}Command`, operation, inputKeyNodes, outputKeyNodes };
    const handler = middlewareStack.resolve(send as unknown as Parameters<Stack['resolve']>[0], context);
    handlers.set(command.constructor, handler);

    return handler;
  }

  return {
    middlewareStack,
    // The SDK declares an overload for each command, which a single function can't have.
    send: (async (command: CommandParts) => {
      const { output } = await findHandler(command)({ input: command.input as never });
      return output;
    }) as unknown as DocumentClient['send'],
  };
}

/** Returns a stack that calls a function after each change. */
function observeChanges(stack: Stack, onChange: () => void): Stack {
  const observe =
    <Arguments extends readonly unknown[], Result>(change: (...args: Arguments) => Result) =>
    (...args: Arguments): Result => {
      onChange();
      return change(...args);
    };

  return {
    ...stack,
    add: observe(stack.add as (...args: unknown[]) => void),
    addRelativeTo: observe(stack.addRelativeTo),
    use: observe(stack.use),
    remove: observe(stack.remove),
    removeByTag: observe(stack.removeByTag),
  };
}

/** Creates the SDK's middleware stack with our serializer and deserializer, and the SDK's retries between them. */
function createStack(maxAttempts: number): Stack {
  const stack: Stack = constructStack();
  stack.add(
    (next, { operation, inputKeyNodes }: Context) =>
      (args) => {
        const body = JSON.stringify(marshallAttributes(args.input, inputKeyNodes));
        return next({ ...args, request: { operation, body } satisfies OperationRequest });
      },
    { step: 'serialize', name: 'serializerMiddleware' },
  );
  stack.add(retryMiddleware(createRetryConfig({ maxAttempts, baseDelayMs: BASE_DELAY_MS })), retryMiddlewareOptions);
  stack.add(
    (next, { outputKeyNodes }: Context) =>
      async (args) => {
        const { response } = (await next(args)) as { response: AwsResponse };
        const output = unmarshallAttributes(JSON.parse(response.body), outputKeyNodes);
        return { response, output: Object.assign(output, { $metadata: readMetadata(response) }) as Output };
      },
    { step: 'deserialize', name: 'deserializerMiddleware' },
  );

  return stack;
}

/** Returns the innermost handler, which makes one attempt. */
function createHandler() {
  const dynamodb = new AwsService({ name: 'dynamodb', toError: toServiceError });

  return async ({ request }: { readonly request: OperationRequest }): Promise<{ response: AwsResponse }> => {
    const { operation, body } = request;
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `DynamoDB_20120810.${operation}` };

    return { response: await dynamodb.send({ method: 'POST', url: findEndpoint(), headers, body }) };
  };
}

/** The address of the latest request, and the address as a URL, which is parsed once. */
let endpoint: { readonly address: string; readonly url: URL } | undefined;

/** Returns DynamoDB's address: of the region, or of an emulator. */
function findEndpoint(): URL {
  const region = readSetting('AWS_REGION');
  const address =
    readOptionalSetting('AWS_ENDPOINT_URL_DYNAMODB') ??
    readOptionalSetting('AWS_ENDPOINT_URL') ??
    `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  if (endpoint?.address !== address) endpoint = { address, url: new URL(address) };

  return endpoint.url;
}
