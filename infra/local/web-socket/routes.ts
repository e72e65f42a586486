import { z } from 'zod';
import { apiOf, integrationsOf, partsOf } from '../template/apis.ts';
import type { Resolver } from '../template/template.ts';

const apiProperties = z.object({ RouteSelectionExpression: z.string() });
const stageProperties = z.object({ StageName: z.string() });

/** Strict: an authorizer or an answer of a route that nobody carries out would be missed only in production. */
const routeProperties = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.literal('NONE').default('NONE'),
  ApiKeyRequired: z.literal(false).optional(),
  OperationName: z.string().optional(),
});

const integrationProperties = z.object({ IntegrationType: z.literal('AWS_PROXY'), IntegrationUri: z.string() });

/** A WebSocket API as its template states it. */
export interface SocketApi {
  readonly id: string;
  /** Where clients connect to: `ws://…`, its stage included. */
  readonly url: string;
  readonly stage: string;
  /** The functions of its routes, by route key. */
  readonly functionArns: ReadonlyMap<string, string>;
  /** The names that lead from a frame to its route key. */
  readonly selector: readonly string[];
}

/**
 * The template's WebSocket API.
 *
 * @throws Error naming what the local cloud cannot carry out.
 */
export function socketApiOf(resolver: Resolver): SocketApi {
  const { ref: id, attributes, properties } = apiOf(resolver, 'WEBSOCKET');
  const [stage, ...others] = partsOf(resolver, id, 'Stage').map(({ properties }) => stageProperties.parse(properties));
  if (!stage || others.length > 0) throw new Error('The local WebSocket API has exactly one stage.');
  const integrationOf = integrationsOf(resolver, id, integrationProperties);
  const functionArns = partsOf(resolver, id, 'Route').map(({ properties }) => {
    const route = routeProperties.parse(properties);
    return [route.RouteKey, functionArn(integrationOf(route).IntegrationUri)] as const;
  });
  return {
    id,
    url: `${attributes.ApiEndpoint}/${stage.StageName}`,
    stage: stage.StageName,
    functionArns: new Map(functionArns),
    selector: selectorOf(apiProperties.parse(properties).RouteSelectionExpression),
  };
}

/**
 * The route that API Gateway would choose for a frame.
 *
 * @returns undefined when none fits, and there is no `$default`.
 */
export function routeOf({ selector, functionArns }: SocketApi, text: string): string | undefined {
  const key = String(valueAt(selector, parsed(text)));
  // The other two are for API Gateway's own use: no frame leads to them.
  if (key !== '$connect' && key !== '$disconnect' && functionArns.has(key)) return key;
  return functionArns.has('$default') ? '$default' : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueAt(names: readonly string[], value: unknown): unknown {
  return names.reduce(
    (at, name) => (at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[name] : undefined),
    value,
  );
}

/** Reads `$request.body.action`. */
function selectorOf(expression: string): string[] {
  const [, path] = /^\$request\.body\.([\w.]+)$/.exec(expression) ?? [];
  if (!path) throw new Error(`The local WebSocket API does not know how to route by "${expression}".`);
  return path.split('.');
}

/** WebSocket APIs name a function by the address of its Invoke operation. */
function functionArn(uri: string): string {
  const [, arn] = /:lambda:path\/2015-03-31\/functions\/(.+)\/invocations$/.exec(uri) ?? [];
  if (!arn) throw new Error(`The local WebSocket API calls functions only, not ${uri}.`);
  return arn;
}
