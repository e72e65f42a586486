/** Tests of a whole local cloud: its endpoints, its output, and its state directory. `npm start` runs one. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from './cloud.ts';
import { silentTerminal } from './process/terminal.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-cloud-'));
const options = { port: 0, web: false, seed: false } as const;
/** The lines that `--verbose` prints. */
const detailLines: string[] = [];
let cloud: LocalCloud;

beforeAll(async () => {
  const terminal = { ...silentTerminal, detail: (line: string) => detailLines.push(line) };
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

    expect(detailLines).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`Table: ${storage.tableName} at http://127.0.0.1:${ports.dynamodb}`),
        `Bucket: ${storage.bucketName} at ${cloud.url}/s3`,
        `User pool: ${config.userPoolId} at ${config.userPoolEndpoint}`,
        `API: ${config.apiUrl}. Sockets: ${config.socketUrl}`,
        expect.stringMatching(/^Phases in seconds: .*assembly [\d.]+ to [\d.]+.*services .*ready [\d.]+ s$/),
      ]),
    );
  });

  it("returns API Gateway's error for missing tokens and the $default route's error for unknown requests", async () => {
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
    const listUsers = new ListUsersCommand({ UserPoolId: cloud.config.userPoolId });
    const signingClient = new CognitoIdentityProviderClient({ ...settings, credentials: cloud.credentials });
    expect((await signingClient.send(listUsers)).Users).toEqual([]);

    const forgedCredentials = { ...cloud.credentials, secretAccessKey: 'guessed' };
    const attacker = new CognitoIdentityProviderClient({ ...settings, credentials: forgedCredentials });
    await expect(attacker.send(listUsers)).rejects.toThrow('signature');
  });

  it('starts again with an empty state after an interrupted first start', async () => {
    const interruptedDirectory = mkdtempSync(join(tmpdir(), 'fathom-cloud-'));
    const printedLines: string[] = [];
    const terminal = { ...silentTerminal, info: (line: string) => printedLines.push(line) };
    const assembly = join(directory, 'assembly');

    // The port of the first cloud interrupts this start.
    await expect(
      startLocalCloud({ ...options, directory: interruptedDirectory, port: cloud.ports.site, assembly }),
    ).rejects.toThrow(/in use/);

    writeFileSync(join(interruptedDirectory, 'leftover'), '');
    const secondCloud = await startLocalCloud({ ...options, directory: interruptedDirectory, assembly, terminal });
    await secondCloud.close();

    expect(printedLines).toEqual(['The first start did not finish. Starting again with an empty state.']);
    expect(existsSync(join(interruptedDirectory, 'leftover'))).toBe(false);

    writeFileSync(join(interruptedDirectory, 'kept'), '');
    const thirdCloud = await startLocalCloud({ ...options, directory: interruptedDirectory, assembly, terminal });
    await thirdCloud.close();

    expect(printedLines).toHaveLength(1);
    expect(existsSync(join(interruptedDirectory, 'kept'))).toBe(true);

    rmSync(interruptedDirectory, { recursive: true, force: true });
  });

  it('says that it builds the functions before a build that the cache lacks', async () => {
    const newDirectory = mkdtempSync(join(tmpdir(), 'fathom-cloud-'));
    const printedLines: string[] = [];
    const terminal = { ...silentTerminal, info: (line: string) => printedLines.push(line) };

    // A build that fails is never in the cache.
    const start = startLocalCloud({ ...options, directory: newDirectory, context: { unknownSetting: '1' }, terminal });

    await expect(start).rejects.toThrow('unknownSetting');
    expect(printedLines).toEqual(['Building the functions...']);

    rmSync(newDirectory, { recursive: true, force: true });
  });

  it('rejects a second cloud on the same directory or port', async () => {
    await expect(startLocalCloud({ ...options, directory })).rejects.toThrow(/already uses/);

    const otherDirectory = mkdtempSync(join(tmpdir(), 'fathom-cloud-'));
    await expect(startLocalCloud({ ...options, directory: otherDirectory, port: cloud.ports.site })).rejects.toThrow(
      /in use/,
    );

    // The failed start released its directory. Reuse the first cloud's template.
    const secondCloud = await startLocalCloud({
      ...options,
      directory: otherDirectory,
      assembly: join(directory, 'assembly'),
    });
    expect(secondCloud.config.userPoolId).toBe(cloud.config.userPoolId);

    await secondCloud.close();
    rmSync(otherDirectory, { recursive: true, force: true });
  });
});
