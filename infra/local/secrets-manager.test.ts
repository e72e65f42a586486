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
          Key: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: { PasswordLength: 40 } } },
        },
      }),
    ],
    { pseudoParameters: {}, identify: deriveIdentities('http://127.0.0.1:1') },
  );
  const secrets = resolver.ofType('AWS::SecretsManager::Secret');
  const read = async (directory: string, SecretId: string) =>
    (await createSecretsManager(directory, secrets).handle('GetSecretValue', { SecretId }, { userAgent: '' })) as {
      SecretString: string;
    };

  it('generates a value once and returns it by ARN and by name', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fathom-secrets-'));
    const { SecretString } = await read(directory, secrets[0]!.ref);
    expect(SecretString).toHaveLength(40);
    expect((await read(directory, 'app-Key')).SecretString).toBe(SecretString);
  });

  it('rejects an unknown secret', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fathom-secrets-'));
    await expect(read(directory, 'other')).rejects.toMatchObject({ code: 'ResourceNotFoundException' });
  });
});
