import { describe, expect, it } from 'vitest';
import { allEndpoints, contract } from '../../shared/contract/contract.ts';
import { routes } from './index.ts';

const nothing = () => {};

describe('the routes', () => {
  it('pair every endpoint with its grants', () => {
    expect(routes({ production: false }).map(({ endpoint }) => endpoint)).toEqual(allEndpoints);
  });

  it('leave out of production what is for tests alone', () => {
    const left = routes({ production: true }).map(({ endpoint }) => endpoint);
    expect(allEndpoints.filter((endpoint) => !left.includes(endpoint))).toEqual([contract.account.testContribution]);
  });

  it('do not exist for an endpoint without grants', () => {
    expect(() => routes({ production: false }, [contract.account.me], { account: {} })).toThrow(
      'endpoint account.me has no grants in infra/routes/account.ts',
    );
  });

  it('do not exist for grants without an endpoint', () => {
    expect(() =>
      routes({ production: false }, [contract.account.me], { account: { me: nothing, them: nothing } }),
    ).toThrow('infra/routes grants to account.them, which is no endpoint');
  });
});
