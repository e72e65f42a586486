import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateSecret, secretsManager } from './secrets-manager.ts';
import { identifier } from './template/identities.ts';
import { parseStack, Resolver } from './template/template.ts';

describe('generateSecret', () => {
  it.each([
    [{ PasswordLength: 64, ExcludePunctuation: true }, /^[A-Za-z0-9]{64}$/],
    [{ ExcludeUppercase: true, ExcludeLowercase: true, ExcludePunctuation: true }, /^[0-9]{32}$/],
    [
      { ExcludeNumbers: true, ExcludePunctuation: true, ExcludeLowercase: true, ExcludeCharacters: 'ABC' },
      /^[D-Z]{32}$/,
    ],
  ])('follows %j', (settings, pattern) => {
    expect(generateSecret(settings)).toMatch(pattern);
  });

  it('puts the value into the template that it is for', () => {
    const secret = generateSecret({ SecretStringTemplate: '{"user":"ann"}', GenerateStringKey: 'password' });
    expect(JSON.parse(secret)).toEqual({ user: 'ann', password: expect.stringMatching(/^.{32}$/) });
  });
});

describe('secretsManager', () => {
  const resolver = new Resolver(
    [
      parseStack('app', {
        Resources: {
          Key: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: { PasswordLength: 40 } } },
        },
      }),
    ],
    { pseudoParameters: {}, identify: identifier('http://127.0.0.1:1') },
  );
  const secrets = resolver.ofType('AWS::SecretsManager::Secret');
  const read = async (directory: string, SecretId: string) =>
    (await secretsManager(directory, secrets).handle('GetSecretValue', { SecretId }, { userAgent: '' })) as {
      SecretString: string;
    };

  it('makes a value up once, and gives it by ARN and by name', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fathom-secrets-'));
    const { SecretString } = await read(directory, secrets[0]!.ref);
    expect(SecretString).toHaveLength(40);
    expect((await read(directory, 'app-Key')).SecretString).toBe(SecretString);
  });

  it('knows no other', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fathom-secrets-'));
    await expect(read(directory, 'other')).rejects.toMatchObject({ code: 'ResourceNotFoundException' });
  });
});
