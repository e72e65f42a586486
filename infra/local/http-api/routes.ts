import { z } from 'zod';
import { parseRouteKey, type RoutePattern } from '../http/router.ts';
import { createIntegrationFinder, findApiParts } from '../template/apis.ts';
import type { Resolver } from '../template/template.ts';

const routeProperties = z.object({
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.enum(['NONE', 'JWT']).default('NONE'),
  AuthorizerId: z.string().optional(),
  AuthorizationScopes: z.array(z.string()).default([]),
});

const integrationProperties = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
});

/** A route of the HTTP API, with its function and its authorization. */
export interface Route extends RoutePattern {
  readonly functionArn: string;
  readonly authorizerId: string | undefined;
  readonly scopes: readonly string[];
}

/** The route of a request, with the values of its path parameters. */
export interface Match {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Returns the routes of an API. */
export function readRoutes(resolver: Resolver, apiId: string): Route[] {
  const findIntegration = createIntegrationFinder(resolver, apiId, integrationProperties);
  return findApiParts(resolver, apiId, 'Route')
    .map(({ properties }) => routeProperties.parse(properties))
    .map(({ AuthorizationType, AuthorizerId, AuthorizationScopes, ...route }) => ({
      ...parseRouteKey(route.RouteKey),
      functionArn: findIntegration(route).IntegrationUri,
      authorizerId: AuthorizationType === 'JWT' ? AuthorizerId : undefined,
      scopes: AuthorizationScopes,
    }));
}
