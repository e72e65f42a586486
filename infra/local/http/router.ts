/** The method and path that a route serves. */
export interface RoutePattern {
  /** The method and path, such as `GET /api/users/{userId}`. */
  readonly key: string;
  readonly method: string;
  readonly segments: readonly string[];
}

/** The part of a pattern that decides whether a request matches. */
type MatchablePattern = Pick<RoutePattern, 'method' | 'segments'>;

/** The key of the route that serves requests which match no other route. */
const DEFAULT_ROUTE = '$default';

/** Parses a route key such as `GET /api/users/{userId}` or `$default`. */
export function parseRouteKey(key: string): RoutePattern {
  if (key === DEFAULT_ROUTE) return { key, method: DEFAULT_ROUTE, segments: [] };

  const [method = '', path = ''] = key.split(' ');
  if (!path.startsWith('/')) throw new Error(`The local cloud doesn't support routes like "${key}".`);
  return { key, method, segments: path.slice(1).split('/') };
}

/**
 * Returns the route that API Gateway would choose, with the values of its path parameters.
 *
 * If several routes match, the first segment in which they differ decides: a name wins over a parameter, and a
 * parameter over `{proxy+}`. A method wins over ANY. The route `$default` serves the remaining requests, without
 * parameters.
 */
export function matchRoute<R extends MatchablePattern>(
  routes: readonly R[],
  method: string,
  path: string,
): { route: R; parameters: Record<string, string> } | undefined {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/');
  const [bestMatch] = routes
    .filter((route) => route.method === method || route.method === 'ANY')
    .flatMap((route) => {
      const parameters = matchPath(route.segments, segments);
      return parameters ? [{ route, parameters }] : [];
    })
    .sort((a, b) => compareRoutes(a.route, b.route));
  if (bestMatch) return bestMatch;

  const fallback = routes.find((route) => route.method === DEFAULT_ROUTE);
  return fallback && { route: fallback, parameters: {} };
}

/** Returns the values of the path parameters, or undefined if the path doesn't match. */
function matchPath(
  patternSegments: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, patternSegment] of patternSegments.entries()) {
    const segment = segments[index];
    if (segment === undefined) return undefined;

    // `{proxy+}` takes all remaining segments.
    if (patternSegment.endsWith('+}')) {
      parameters[patternSegment.slice(1, -2)] = segments.slice(index).map(decodePath).join('/');
      return parameters;
    }

    if (patternSegment.startsWith('{')) {
      if (segment === '') return undefined;
      parameters[patternSegment.slice(1, -1)] = decodePath(segment);
    } else if (patternSegment !== decodePath(segment)) {
      return undefined;
    }
  }

  return patternSegments.length === segments.length ? parameters : undefined;
}

/** Compares two routes that match the same path. The route that wins comes first. */
function compareRoutes(a: MatchablePattern, b: MatchablePattern) {
  for (const index of a.segments.keys()) {
    const difference = rankSegment(a.segments[index]) - rankSegment(b.segments[index]);
    if (difference !== 0) return difference;
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY');
}

/** Returns the rank of a pattern's segment. A lower rank wins. */
function rankSegment(segment = ''): number {
  if (segment.endsWith('+}')) return 2;
  return segment.startsWith('{') ? 1 : 0;
}

/** Decodes a path or segment. Returns it unchanged if its percent-encoding is invalid. */
export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
