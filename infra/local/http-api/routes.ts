import { z } from 'zod';
import { parseRouteKey, type RoutePattern } from '../http/router.ts';
import { createIntegrationFinder, findApiParts } from '../template/apis.ts';
import type { Resolver } from '../template/template.ts';

const routeSchema = z
  .object({
    RouteKey: z.string(),
    Target: z.string(),
    AuthorizationType: z.enum(['NONE', 'JWT']).default('NONE'),
    AuthorizerId: z.string().optional(),
    AuthorizationScopes: z.array(z.string()).default([]),
  })
  // Without this check, a route that lacks its authorizer would be public.
  .refine(({ AuthorizationType, AuthorizerId }) => AuthorizationType === 'NONE' || AuthorizerId !== undefined, {
    message: 'The authorization type JWT needs an AuthorizerId.',
  });

const integrationSchema = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
});

/** A route of the HTTP API. */
export interface Route extends RoutePattern {
  readonly functionArn: string;
  /** The route's JWT authorizer. Undefined for a public route. */
  readonly authorizerId: string | undefined;
  /** The token of a request must have one of these scopes, if there are any. */
  readonly requiredScopes: readonly string[];
}

/** The route of a request, with the values of its path parameters. */
export interface RouteMatch {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Reads the routes of an HTTP API from the template. */
export function readRoutes(resolver: Resolver, apiId: string): Route[] {
  const findIntegration = createIntegrationFinder(resolver, apiId, integrationSchema);

  return findApiParts(resolver, apiId, 'Route')
    .map(({ properties }) => routeSchema.parse(properties))
    .map(({ RouteKey, Target, AuthorizationType, AuthorizerId, AuthorizationScopes }) => ({
      ...parseRouteKey(RouteKey),
      functionArn: findIntegration({ RouteKey, Target }).IntegrationUri,
      authorizerId: AuthorizationType === 'JWT' ? AuthorizerId : undefined,
      requiredScopes: AuthorizationScopes,
    }));
}
