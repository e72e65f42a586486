import { z } from 'zod';
import type { ResolvedResource, Resolver } from './template.ts';

const apiProperties = z.object({ ProtocolType: z.enum(['HTTP', 'WEBSOCKET']) });
const partProperties = z.object({ ApiId: z.string() });

/** What API Gateway calls the kinds of an API's parts. */
type PartType = 'Stage' | 'Route' | 'Integration' | 'Authorizer';

/**
 * The template's API of a protocol.
 *
 * @throws Error unless there is exactly one.
 */
export function apiOf(resolver: Resolver, protocol: 'HTTP' | 'WEBSOCKET'): ResolvedResource {
  const [api, ...others] = resolver
    .ofType('AWS::ApiGatewayV2::Api')
    .filter(({ properties }) => apiProperties.parse(properties).ProtocolType === protocol);
  if (!api || others.length > 0) {
    throw new Error(`The local cloud runs templates with exactly one API of the protocol ${protocol}.`);
  }
  return api;
}

/** Returns the parts of one API: those of another protocol have other properties. */
export function partsOf(resolver: Resolver, apiId: string, type: PartType): ResolvedResource[] {
  return resolver
    .ofType(`AWS::ApiGatewayV2::${type}`)
    .filter(({ properties }) => partProperties.parse(properties).ApiId === apiId);
}

/**
 * Returns a function that finds a route's integration by its target.
 *
 * @throws Error if the template does not have the target, or the integration is not of this shape.
 */
export function integrationsOf<T extends z.ZodType>(resolver: Resolver, apiId: string, schema: T) {
  const integrations = partsOf(resolver, apiId, 'Integration');
  return ({ RouteKey, Target }: { readonly RouteKey: string; readonly Target: string }): z.output<T> => {
    const found = integrations.find(({ ref }) => Target === `integrations/${ref}`);
    if (found) return schema.parse(found.properties);
    throw new Error(`Route ${RouteKey} leads to ${Target}, which the template does not have.`);
  };
}
