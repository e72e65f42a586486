import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { contractRoutes, contractRoutesPlugin } from './contract-routes.ts';

describe('the routes given to the browser', () => {
  const routes = contractRoutes();

  it('name every endpoint of the contract once', () => {
    const named = Object.values(routes).flatMap((capability) =>
      Object.values(capability).map(({ method, path }) => `${method} ${path}`),
    );
    expect(named.sort()).toEqual(allEndpoints.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('say which fields travel in the path, in the query and in the body', () => {
    expect(routes.users.get).toMatchObject({ params: ['userId'], query: [], hasBody: false });
    expect(routes.users.batch).toMatchObject({ params: [], query: ['userIds'], hasBody: false });
    expect(routes.files.list).toMatchObject({ params: [], query: [], hasBody: true });
  });

  it('are emitted as data that mentions no schema', () => {
    const { resolveId, load } = contractRoutesPlugin() as unknown as Record<
      'resolveId' | 'load',
      (id: string) => string
    >;
    const source = load(resolveId('virtual:contract-routes'));
    expect(source).toBe(`export const routes = ${JSON.stringify(routes)};`);
    expect(source).not.toContain('zod');
    expect(load('another-module')).toBeUndefined();
  });
});
