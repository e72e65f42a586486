import { describe, expect, it } from 'vitest';
import { allEndpoints, contract } from '../../shared/contract/contract.ts';
import { routes } from './index.ts';

const nothing = () => {};

describe('the routes', () => {
  it('pair every endpoint with its grants', () => {
    expect(routes().map(({ endpoint }) => endpoint)).toEqual(allEndpoints);
  });

  it('do not exist for an endpoint without grants', () => {
    expect(() => routes([contract.account.me], { account: {} })).toThrow(
      'endpoint account.me has no grants in infra/routes/account.ts',
    );
  });

  it('do not exist for grants without an endpoint', () => {
    expect(() => routes([contract.account.me], { account: { me: nothing, them: nothing } })).toThrow(
      'infra/routes grants to account.them, which is no endpoint',
    );
  });
});
