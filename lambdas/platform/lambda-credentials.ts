/** Returns the credentials of the function's role, which Lambda passes in environment variables. */
export const readCredentials = () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
  sessionToken: process.env.AWS_SESSION_TOKEN,
});

/**
 * Returns a provider of the function's credentials. Replaces the SDK's chain of providers in the bundles, because the
 * other providers would add 130 KB to every bundle.
 */
export const defaultProvider = () => async () => readCredentials();
