import { z } from 'zod';
import { partsOf } from '../template/apis.ts';
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

/** A route with all that hangs on it. */
export interface Route {
  readonly key: string;
  readonly method: string;
  readonly segments: readonly string[];
  readonly functionArn: string;
  readonly authorizerId: string | undefined;
  readonly scopes: readonly string[];
}

/** A route that fits a request, and the parts of the path that its parameters stand for. */
export interface Match {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The routes of one API. */
export function routesOf(resolver: Resolver, apiId: string): Route[] {
  const integrations = new Map(
    partsOf(resolver, apiId, 'Integration').map(({ ref, properties }) => [
      ref,
      integrationProperties.parse(properties),
    ]),
  );
  return partsOf(resolver, apiId, 'Route')
    .map(({ properties }) => routeProperties.parse(properties))
    .map(({ RouteKey, Target, AuthorizationType, AuthorizerId, AuthorizationScopes }) => {
      const integration = integrations.get(Target.replace('integrations/', ''));
      if (!integration) throw new Error(`Route ${RouteKey} leads to ${Target}, which the template does not have.`);
      const route = parseRouteKey(RouteKey);
      return {
        ...route,
        functionArn: integration.IntegrationUri,
        authorizerId: AuthorizationType === 'JWT' ? AuthorizerId : undefined,
        scopes: AuthorizationScopes,
      };
    });
}

/** Reads `GET /api/users/{userId}`. */
export function parseRouteKey(key: string): Pick<Route, 'key' | 'method' | 'segments'> {
  const [method = '', path = ''] = key.split(' ');
  if (!path.startsWith('/')) throw new Error(`The local HTTP API does not know routes like "${key}".`);
  return { key, method, segments: path.slice(1).split('/') };
}

/**
 * The route that API Gateway would choose: where several fit, the first segment in which they differ decides, and
 * there a name wins over a parameter, a parameter over `{proxy+}`; then a method wins over ANY.
 */
export function matchRoute<R extends Pick<Route, 'method' | 'segments'>>(
  routes: readonly R[],
  method: string,
  path: string,
): { route: R; parameters: Record<string, string> } | undefined {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/');
  return routes
    .filter((route) => route.method === method || route.method === 'ANY')
    .flatMap((route) => {
      const parameters = parametersOf(route.segments, segments);
      return parameters ? [{ route, parameters }] : [];
    })
    .sort((a, b) => bySpecificity(a.route, b.route))[0];
}

function parametersOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if (part.endsWith('+}')) {
      parameters[part.slice(1, -2)] = segments.slice(index).map(decoded).join('/');
      return parameters;
    }
    if (part.startsWith('{')) {
      if (segment === '') return undefined;
      parameters[part.slice(1, -1)] = decoded(segment);
    } else if (part !== decoded(segment)) return undefined;
  }
  return pattern.length === segments.length ? parameters : undefined;
}

function bySpecificity(a: Pick<Route, 'method' | 'segments'>, b: Pick<Route, 'method' | 'segments'>): number {
  const rank = (part = '') => (part.endsWith('+}') ? 2 : part.startsWith('{') ? 1 : 0);
  for (const index of a.segments.keys()) {
    const difference = rank(a.segments[index]) - rank(b.segments[index]);
    if (difference !== 0) return difference;
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
