/** Tests that each endpoint of the contract has its grants: the permissions of the function that serves it. */
import { describe, expect, it } from 'vitest';
import { allEndpoints, contract } from '../../shared/contract/contract.ts';
import { listRoutes } from './index.ts';

const noGrant = () => {};

describe('listRoutes', () => {
  it('pairs every endpoint with its grant', () => {
    expect(listRoutes({ production: false }).map(({ endpoint }) => endpoint)).toEqual(allEndpoints);
  });

  it('omits test endpoints in production', () => {
    const endpoints = listRoutes({ production: true }).map(({ endpoint }) => endpoint);
    expect(allEndpoints.filter((endpoint) => !endpoints.includes(endpoint))).toEqual([
      contract.account.testContribution,
    ]);
  });

  it('throws for an endpoint without a grant', () => {
    expect(() => listRoutes({ production: false }, [contract.account.me], { account: {} })).toThrow(
      'endpoint account.me has no grants in infra/routes/account.ts',
    );
  });

  it('throws for a grant without an endpoint', () => {
    expect(() =>
      listRoutes({ production: false }, [contract.account.me], { account: { me: noGrant, them: noGrant } }),
    ).toThrow('infra/routes has grants for account.them, which is not an endpoint');
  });
});
