import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { readSetting } from './config.ts';

const client = new SecretsManagerClient({});

/** The values by ARN. Each is fetched again after `until`, in milliseconds since 1970. */
const cache = new Map<string, { readonly value: Promise<string>; readonly until: number }>();

/** How long a value is cached by default, in milliseconds. Functions use a rotated secret after this time. */
const CACHE_MS = 5 * MINUTE_MS;

/**
 * Returns a secret's value, cached per function instance. A failed fetch is not cached.
 *
 * @param settingName - the environment variable that holds the secret's ARN
 * @param cacheMs - how long to cache the value, in milliseconds; five minutes by default
 */
export function loadSecret(settingName: string, cacheMs = CACHE_MS): Promise<string> {
  const arn = readSetting(settingName);
  const entry = cache.get(arn);
  if (entry && entry.until > Date.now()) return entry.value;

  const pendingValue = client.send(new GetSecretValueCommand({ SecretId: arn })).then(({ SecretString }) => {
    if (!SecretString) throw new Error(`The secret in ${settingName} is empty.`);
    return SecretString;
  });
  cache.set(arn, { value: pendingValue, until: Date.now() + cacheMs });
  pendingValue.catch(() => cache.delete(arn));

  return pendingValue;
}
