import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { setting } from './config.ts';

const client = new SecretsManagerClient({});
const known = new Map<string, { readonly value: Promise<string>; readonly until: number }>();

/** How long a value is kept, in milliseconds: keys that were replaced are in use soon after. */
const KEPT_MS = 300_000;

/**
 * A secret's value, fetched at a function instance's first request and kept for five minutes. A fetch that failed is
 * tried again by the next request.
 *
 * @param settingName - the environment variable that holds the secret's ARN
 */
export function secret(settingName: string): Promise<string> {
  const arn = setting(settingName);
  const cached = known.get(arn);
  if (cached && cached.until > Date.now()) return cached.value;
  const fetched = client.send(new GetSecretValueCommand({ SecretId: arn })).then(({ SecretString }) => {
    if (!SecretString) throw new Error(`The secret of ${settingName} is empty.`);
    return SecretString;
  });
  known.set(arn, { value: fetched, until: Date.now() + KEPT_MS });
  fetched.catch(() => known.delete(arn));
  return fetched;
}
