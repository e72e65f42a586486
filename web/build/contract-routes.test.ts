import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { buildContractRoutes, contractRoutesPlugin } from './contract-routes.ts';

const routes = buildContractRoutes();

describe('buildContractRoutes', () => {
  it('contains each endpoint of the contract once', () => {
    const routeNames = Object.values(routes).flatMap((capability) =>
      Object.values(capability).map(({ method, path }) => `${method} ${path}`),
    );

    expect(routeNames.sort()).toEqual(allEndpoints.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('lists the fields in the path and in the query, and whether there is a body', () => {
    expect(routes.users.get).toMatchObject({ params: ['userId'], query: [], hasBody: false });
    expect(routes.users.batch).toMatchObject({ params: [], query: ['userIds'], hasBody: false });
    expect(routes.files.list).toMatchObject({ params: [], query: [], hasBody: true });
  });

  it('marks the calls that need an idempotency key to be repeated', () => {
    expect(routes.posts.create.hasIdempotencyKey).toBe(true);
    expect(routes.files.saveMetadata.hasIdempotencyKey).toBe(false);
  });
});

describe('contractRoutesPlugin', () => {
  it('provides only its own module, with the routes of the contract as data without schemas', () => {
    // The hooks use nothing of Vite, so the test calls them as plain functions.
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
