import type { Endpoint, EndpointDefinition, Request } from './endpoint.ts';

/** The path and body of an HTTP request. */
interface HttpRequest {
  /** Path and query, below the API's URL. */
  readonly path: string;
  /** JSON; undefined if the endpoint has no body. */
  readonly body: string | undefined;
}

/** Distributes the fields of an input over path, query and body. Omits undefined fields. */
export function buildHttpRequest<D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>): HttpRequest {
  const fields: Record<string, unknown> = { ...input };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(fields[name]));
    // The remaining fields belong to the query or the body.
    delete fields[name];
    return value;
  });
  if (endpoint.body) return { path, body: JSON.stringify(fields) };

  const query = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    path: query.length > 0 ? `${path}?${new URLSearchParams(query as [string, string][])}` : path,
    body: undefined,
  };
}
