/** Tests of the local Secrets Manager, which generates a secret once and keeps its value across restarts. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecretsManager, generateSecret } from './secrets-manager.ts';
import { deriveIdentities } from './template/identities.ts';
import { parseStack, Resolver } from './template/template.ts';

describe('generateSecret', () => {
  it.each([
    [{ PasswordLength: 64, ExcludePunctuation: true }, /^[A-Za-z0-9]{64}$/],
    [{ ExcludeUppercase: true, ExcludeLowercase: true, ExcludePunctuation: true }, /^[0-9]{32}$/],
    [
      { ExcludeNumbers: true, ExcludePunctuation: true, ExcludeLowercase: true, ExcludeCharacters: 'ABC' },
      /^[D-Z]{32}$/,
    ],
  ])('generates a value for %j', (settings, pattern) => {
    expect(generateSecret(settings)).toMatch(pattern);
  });

  it('inserts the value into SecretStringTemplate', () => {
    const secret = generateSecret({ SecretStringTemplate: '{"user":"app"}', GenerateStringKey: 'password' });
    expect(JSON.parse(secret)).toEqual({ user: 'app', password: expect.stringMatching(/^.{32}$/) });
  });
});

describe('GetSecretValue', () => {
  const resolver = new Resolver(
    [
      parseStack('app', {
        Resources: {
          Key: {
            Type: 'AWS::SecretsManager::Secret',
            Properties: { GenerateSecretString: { PasswordLength: 40 } },
            Metadata: { 'aws:cdk:path': 'app/Key/Resource' },
          },
        },
      }),
    ],
    { pseudoParameters: {}, identify: deriveIdentities('http://127.0.0.1:1') },
  );
  const secrets = resolver.ofType('AWS::SecretsManager::Secret');

  /** Reads a secret, with a new instance on the directory, as after a restart. */
  const read = async (directory: string, SecretId: string) =>
    // `handle` returns any JSON object.
    (await createSecretsManager(directory, secrets).handle('GetSecretValue', { SecretId }, { userAgent: '' })) as {
      SecretString: string;
    };

  it('generates a value once and returns it by ARN and by name', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fathom-secrets-'));
    const { SecretString } = await read(directory, secrets[0]!.ref);
    expect(SecretString).toHaveLength(40);
    expect((await read(directory, 'app-Key')).SecretString).toBe(SecretString);
  });

  /** Replaces the value of a secret by "new". Returns the response to a read that follows. */
  const replace = async (directory: string, presets: Record<string, string>) => {
    const manager = createSecretsManager(directory, secrets, presets);
    const input = { SecretId: 'app-Key', SecretString: 'new' };
    await manager.handle('PutSecretValue', input, { userAgent: '' });
    return manager.handle('GetSecretValue', { SecretId: 'app-Key' }, { userAgent: '' });
  };

  it('returns the value that PutSecretValue stored, even after a restart', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fathom-secrets-'));

    expect(await replace(directory, {})).toMatchObject({ SecretString: 'new' });
    expect((await read(directory, 'app-Key')).SecretString).toBe('new');
  });

  it('replaces a preset until the next start, and keeps the stored value', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fathom-secrets-'));

    expect(await replace(directory, { Key: 'preset' })).toMatchObject({ SecretString: 'new' });
    expect((await read(directory, 'app-Key')).SecretString).toHaveLength(40);

    expect(await replace(directory, {})).toMatchObject({ SecretString: 'new' });
    expect((await read(directory, 'app-Key')).SecretString).toBe('new');
  });

  it('rejects an unknown secret', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fathom-secrets-'));
    await expect(read(directory, 'other')).rejects.toMatchObject({ code: 'ResourceNotFoundException' });
  });
});
