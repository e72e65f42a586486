import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from './cloud.ts';
import { silentTerminal } from './process/terminal.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-cloud-'));
const options = { port: 0, web: false, seed: false } as const;
/** What `--verbose` prints. */
const details: string[] = [];
let cloud: LocalCloud;

beforeAll(async () => {
  const terminal = { ...silentTerminal, detail: (line: string) => details.push(line) };
  cloud = await startLocalCloud({ ...options, directory, terminal });
});
afterAll(async () => {
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('local cloud', () => {
  it('serves its endpoints to browsers at /config.json', async () => {
    expect(await (await fetch(`${cloud.url}/config.json`)).json()).toEqual(cloud.config);
    expect(cloud.config).toMatchObject({
      stage: 'local',
      authFlow: 'USER_PASSWORD_AUTH',
      testContribution: true,
      apiUrl: `${cloud.url}/api`,
    });
  });

  it('prints the names and endpoints of its resources with --verbose', () => {
    const { config, storage, ports } = cloud;
    expect(details).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`Table: ${storage.tableName} at http://127.0.0.1:${ports.dynamodb}`),
        `Bucket: ${storage.bucketName} at ${cloud.url}/s3`,
        `User pool: ${config.userPoolId} at ${config.userPoolEndpoint}`,
        `API: ${config.apiUrl}. Sockets: ${config.socketUrl}`,
        expect.stringMatching(/^Phases in seconds: .*assembly [\d.]+ to [\d.]+.*services .*ready [\d.]+ s$/),
      ]),
    );
  });

  it("returns API Gateway's error for missing tokens, and those of the route $default for other requests", async () => {
    const request = async (path: string, init?: RequestInit) => {
      const response = await fetch(cloud.config.apiUrl + path, init);
      return [response.status, await response.json()];
    };

    expect(await request('/me')).toEqual([401, { message: 'Unauthorized' }]);
    expect(await request('/nowhere')).toMatchObject([404, { code: 'NotFound' }]);
    expect(await request('/me', { method: 'PUT' })).toMatchObject([405, { code: 'MethodNotAllowed' }]);
  });

  it('rejects calls with an invalid signature', async () => {
    const settings = { region: cloud.config.region, endpoint: cloud.config.userPoolEndpoint ?? '' };
    const list = new ListUsersCommand({ UserPoolId: cloud.config.userPoolId });
    const signingClient = new CognitoIdentityProviderClient({ ...settings, credentials: cloud.credentials });
    expect((await signingClient.send(list)).Users).toEqual([]);

    const forged = { ...cloud.credentials, secretAccessKey: 'guessed' };
    const attacker = new CognitoIdentityProviderClient({ ...settings, credentials: forged });
    await expect(attacker.send(list)).rejects.toThrow('signature');
  });

  it('starts again with an empty state after an interrupted first start', async () => {
    const interrupted = mkdtempSync(join(tmpdir(), 'fathom-cloud-'));
    const printed: string[] = [];
    const terminal = { ...silentTerminal, info: (line: string) => printed.push(line) };
    const assembly = join(directory, 'assembly');

    await expect(
      startLocalCloud({ ...options, directory: interrupted, port: cloud.ports.site, assembly }),
    ).rejects.toThrow(/in use/);

    writeFileSync(join(interrupted, 'leftover'), '');
    const second = await startLocalCloud({ ...options, directory: interrupted, assembly, terminal });
    await second.close();

    expect(printed).toEqual(['The first start did not finish. Starting again with an empty state.']);
    expect(existsSync(join(interrupted, 'leftover'))).toBe(false);

    writeFileSync(join(interrupted, 'kept'), '');
    const third = await startLocalCloud({ ...options, directory: interrupted, assembly, terminal });
    await third.close();

    expect(printed).toHaveLength(1);
    expect(existsSync(join(interrupted, 'kept'))).toBe(true);

    rmSync(interrupted, { recursive: true, force: true });
  });

  it('rejects a second cloud on the same directory or port', async () => {
    await expect(startLocalCloud({ ...options, directory })).rejects.toThrow(/already uses/);

    const otherDirectory = mkdtempSync(join(tmpdir(), 'fathom-cloud-'));
    await expect(startLocalCloud({ ...options, directory: otherDirectory, port: cloud.ports.site })).rejects.toThrow(
      /in use/,
    );

    // The failed start released its directory. Reuse the first cloud's template.
    const second = await startLocalCloud({
      ...options,
      directory: otherDirectory,
      assembly: join(directory, 'assembly'),
    });
    expect(second.config.userPoolId).toBe(cloud.config.userPoolId);

    await second.close();
    rmSync(otherDirectory, { recursive: true, force: true });
  });
});
