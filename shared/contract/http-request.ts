import type { Endpoint, EndpointDefinition, Request } from './endpoint.ts';

/** An endpoint's request as it is sent. */
interface HttpRequest {
  /** Path and query, below the address of the API. */
  readonly path: string;
  /** JSON, if the endpoint has a body. */
  readonly body: string | undefined;
}

/** Distributes the fields of an input over path, query, and body. Undefined fields are left out. */
export function httpRequest<D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>): HttpRequest {
  const fields: Record<string, unknown> = { ...input };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(fields[name]));
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
