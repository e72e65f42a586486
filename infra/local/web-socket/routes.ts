import { z } from 'zod';
import { createIntegrationFinder, findApi, findApiParts } from '../template/apis.ts';
import type { Resolver } from '../template/template.ts';

const apiSchema = z.object({ RouteSelectionExpression: z.string() });
const stageSchema = z.object({ StageName: z.string() });

/** The supported properties of a route. Strict, so that an authorizer or a route response fails at startup. */
const routeSchema = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.literal('NONE').default('NONE'),
  ApiKeyRequired: z.literal(false).optional(),
  OperationName: z.string().optional(),
});

const integrationSchema = z.object({ IntegrationType: z.literal('AWS_PROXY'), IntegrationUri: z.string() });

/** The template's WebSocket API with its routes. */
export interface SocketApi {
  readonly id: string;
  /** The URL for clients: `ws://…`, with the stage. */
  readonly url: string;
  readonly stage: string;
  /** The functions' ARNs by route key. */
  readonly functionArns: ReadonlyMap<string, string>;
  /** The path of the route key in a frame: `['action']`. */
  readonly selector: readonly string[];
}

/**
 * Reads the template's WebSocket API.
 *
 * @throws Error naming a property that the local cloud does not support.
 */
export function parseSocketApi(resolver: Resolver): SocketApi {
  const { ref: id, attributes, properties } = findApi(resolver, 'WEBSOCKET');
  const [stage, ...otherStages] = findApiParts(resolver, id, 'Stage').map((part) => stageSchema.parse(part.properties));
  if (!stage || otherStages.length > 0) throw new Error('The WebSocket API must have exactly one stage.');

  const findIntegration = createIntegrationFinder(resolver, id, integrationSchema);
  const functionArns = findApiParts(resolver, id, 'Route').map((part) => {
    const route = routeSchema.parse(part.properties);
    return [route.RouteKey, parseFunctionArn(findIntegration(route).IntegrationUri)] as const;
  });

  return {
    id,
    url: `${attributes.ApiEndpoint}/${stage.StageName}`,
    stage: stage.StageName,
    functionArns: new Map(functionArns),
    selector: parseSelector(apiSchema.parse(properties).RouteSelectionExpression),
  };
}

/** Selects the route of a frame as API Gateway does. Undefined if no route matches and there is no `$default`. */
export function selectRoute({ selector, functionArns }: SocketApi, text: string): string | undefined {
  const value = readPath(selector, parseJson(text));
  // Some objects can't be converted to text, such as `{"toString":1}`.
  const key = typeof value === 'object' ? '' : String(value);
  // Frames cannot select $connect or $disconnect.
  if (key !== '$connect' && key !== '$disconnect' && functionArns.has(key)) return key;
  return functionArns.has('$default') ? '$default' : undefined;
}

/** Parses JSON. Returns undefined for other text, which then selects the route `$default`. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the value at a path of property names; undefined if a part of the path isn't an object. */
function readPath(names: readonly string[], value: unknown): unknown {
  return names.reduce(
    (parent, name) =>
      parent !== null && typeof parent === 'object' ? (parent as Record<string, unknown>)[name] : undefined,
    value,
  );
}

/** Parses an expression such as `$request.body.action`. */
function parseSelector(expression: string): string[] {
  const [, path] = /^\$request\.body\.([\w.]+)$/.exec(expression) ?? [];
  if (!path) throw new Error(`The local WebSocket API does not support the route selection "${expression}".`);
  return path.split('.');
}

/** Parses a function's ARN from an integration URI, which is the path of its Invoke operation. */
function parseFunctionArn(uri: string): string {
  const [, arn] = /:lambda:path\/2015-03-31\/functions\/(.+)\/invocations$/.exec(uri) ?? [];
  if (!arn) throw new Error(`The local WebSocket API supports only functions, not ${uri}.`);
  return arn;
}
