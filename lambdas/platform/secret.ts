import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { readSetting } from './config.ts';

const client = new SecretsManagerClient({});

/** The values by ARN. Each is fetched again after `until`, in milliseconds since 1970. */
const cache = new Map<string, { readonly value: Promise<string>; readonly until: number }>();

/** How long a value is cached by default, in milliseconds. Functions use a rotated secret after this time. */
const CACHE_MS = 5 * MINUTE_MS;

/**
 * How long other calls wait for a pending fetch before they start another, in milliseconds. Lambda can freeze a function
 * that has responded before its fetch ended. The frozen connection may then be lost without an error.
 */
const PENDING_MS = 3000;

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
  const pendingEntry = { value: pendingValue, until: Date.now() + PENDING_MS };
  cache.set(arn, pendingEntry);
  // A later fetch may have replaced the entry.
  const isLatest = () => cache.get(arn) === pendingEntry;
  pendingValue.then(
    () => isLatest() && cache.set(arn, { value: pendingValue, until: Date.now() + cacheMs }),
    () => isLatest() && cache.delete(arn),
  );

  return pendingValue;
}
