import { z } from 'zod';
import type { ResolvedResource, Resolver } from './template.ts';

const apiSchema = z.object({ ProtocolType: z.enum(['HTTP', 'WEBSOCKET']) });
const partSchema = z.object({ ApiId: z.string() });

/** The last part of an API Gateway resource type. */
type PartType = 'Stage' | 'Route' | 'Integration' | 'Authorizer';

/**
 * Returns the template's API with this protocol.
 *
 * @throws Error unless there is exactly one.
 */
export function findApi(resolver: Resolver, protocol: 'HTTP' | 'WEBSOCKET'): ResolvedResource {
  const [api, ...otherApis] = resolver
    .ofType('AWS::ApiGatewayV2::Api')
    .filter(({ properties }) => apiSchema.parse(properties).ProtocolType === protocol);
  if (!api || otherApis.length > 0) {
    throw new Error(`The template must have exactly one API with the protocol ${protocol}.`);
  }
  return api;
}

/** Returns the resources of one type that belong to an API. */
export function findApiParts(resolver: Resolver, apiId: string, type: PartType): ResolvedResource[] {
  return resolver
    .ofType(`AWS::ApiGatewayV2::${type}`)
    .filter(({ properties }) => partSchema.parse(properties).ApiId === apiId);
}

/**
 * Returns a function that finds a route's integration by its target.
 *
 * The function throws if the target does not exist or does not match the schema.
 */
export function createIntegrationFinder<T extends z.ZodType>(resolver: Resolver, apiId: string, schema: T) {
  const integrations = findApiParts(resolver, apiId, 'Integration');
  return ({ RouteKey, Target }: { readonly RouteKey: string; readonly Target: string }): z.output<T> => {
    const integration = integrations.find(({ ref }) => Target === `integrations/${ref}`);
    if (integration) return schema.parse(integration.properties);
    throw new Error(`Route ${RouteKey} has the target ${Target}, which the template does not define.`);
  };
}
