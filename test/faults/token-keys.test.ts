/**
 * The API while Cognito's signing keys (JWKS) are unreachable. It needs them to check the access tokens of members.
 */
import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { Member } from '../support/member.ts';
import { startFaultCloud } from './fault-cloud.ts';

let { cloud, restart } = await startFaultCloud();

describe('while the keys of tokens are unreachable', () => {
  it('the API accepts tokens with the keys that it has cached', async () => {
    const member = await Member.register();
    // The API loads and caches the keys for the first request with a token.
    await member.getDepth();
    cloud.faults.failJwks = true;
    expect((await member.call(contract.account.me, {})).status).toBe(200);

    const returningMember = await member.signInAgain();
    expect((await returningMember.call(contract.account.me, {})).status).toBe(200);
  });

  it('the API without cached keys returns 401 like API Gateway, and recovers by itself', async () => {
    const member = await Member.register();
    cloud = await restart();
    cloud.faults.failJwks = true;
    const rejectedResponse = await member.call(contract.account.me, {});

    expect(rejectedResponse).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(rejectedResponse.headers.get('www-authenticate')).toContain('OIDC discovery endpoint communication error');

    cloud.faults.failJwks = false;
    expect((await member.call(contract.account.me, {})).status).toBe(200);
  });
});
