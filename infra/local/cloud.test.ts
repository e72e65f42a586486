import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from './cloud.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-cloud-'));
const options = { port: 0, web: false, seed: false } as const;
let cloud: LocalCloud;

beforeAll(async () => {
  cloud = await startLocalCloud({ ...options, directory });
}, 60_000);
afterAll(async () => {
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('a local cloud', () => {
  it('tells a browser where everything is', async () => {
    expect(await (await fetch(`${cloud.url}/config.json`)).json()).toEqual(cloud.config);
    expect(cloud.config).toMatchObject({
      stage: 'local',
      authFlow: 'USER_PASSWORD_AUTH',
      testContribution: true,
      apiUrl: `${cloud.url}/api`,
    });
  });

  it('answers as API Gateway does where there is no route, and no token', async () => {
    const answer = async (path: string, init?: RequestInit) => {
      const response = await fetch(cloud.config.apiUrl + path, init);
      return [response.status, await response.json()];
    };
    expect(await answer('/nowhere')).toEqual([404, { message: 'Not Found' }]);
    expect(await answer('/me')).toEqual([401, { message: 'Unauthorized' }]);
  });

  it('keeps what AWS would demand a signature for from those who cannot sign', async () => {
    const settings = { region: cloud.config.region, endpoint: cloud.config.userPoolEndpoint ?? '' };
    const list = new ListUsersCommand({ UserPoolId: cloud.config.userPoolId });
    const signed = new CognitoIdentityProviderClient({ ...settings, credentials: cloud.credentials });
    expect((await signed.send(list)).Users).toEqual([]);
    const forged = { ...cloud.credentials, secretAccessKey: 'guessed' };
    const other = new CognitoIdentityProviderClient({ ...settings, credentials: forged });
    await expect(other.send(list)).rejects.toThrow('signature');
  });

  it('keeps a second one out of its directory, and off its port', async () => {
    await expect(startLocalCloud({ ...options, directory })).rejects.toThrow(/already uses/);
    const another = mkdtempSync(join(tmpdir(), 'fathom-cloud-'));
    await expect(startLocalCloud({ ...options, directory: another, port: cloud.ports.site })).rejects.toThrow(/in use/);
    // What failed to start has given its directory back. The template is that of the first.
    const second = await startLocalCloud({ ...options, directory: another, assembly: join(directory, 'assembly') });
    expect(second.config.userPoolId).toBe(cloud.config.userPoolId);
    await second.close();
    rmSync(another, { recursive: true, force: true });
  }, 60_000);
});
