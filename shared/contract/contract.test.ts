/** Tests of rules that all endpoints of the contract follow. */
import { describe, expect, it } from 'vitest';
import { allEndpoints } from './contract.ts';

describe('contract', () => {
  it('defines unique endpoint names and routes', () => {
    const names = allEndpoints.map(({ name }) => name);
    const routes = allEndpoints.map(({ method, path }) => `${method} ${path}`);

    expect(new Set(names).size).toBe(names.length);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'defines a parameter of %s for each placeholder of its path',
    (_, { path, params }) => {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(params?.shape ?? {})).toEqual(placeholders);
    },
  );

  it('defines no field in two of the path, the query, and the body, because they are merged', () => {
    for (const { name, params, query, body } of allEndpoints) {
      const fields = [params, query, body].flatMap((schema) => Object.keys(schema?.shape ?? {}));
      expect(fields, name).toEqual([...new Set(fields)]);
    }
  });

  it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'declares Unauthenticated for %s exactly if only members may call it',
    (_, { access, errors }) => expect(errors.includes('Unauthenticated')).toBe(access === 'member'),
  );

  it.each(allEndpoints.filter(({ body }) => body).map((endpoint) => [endpoint.name, endpoint] as const))(
    'rejects fields of %s that only the server sets',
    (_, { body }) => {
      const result = body!.safeParse({ depth: 10_000, contributedMB: 1, likes: [] });
      expect(result.error?.issues.some(({ code }) => code === 'unrecognized_keys')).toBe(true);
    },
  );

  it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'defines a valid example for %s exactly if it has a body',
    (_, { body, example }) => {
      expect(example !== undefined).toBe(body !== undefined);
      if (body) expect(body.safeParse(example).error).toBeUndefined();
    },
  );
});
