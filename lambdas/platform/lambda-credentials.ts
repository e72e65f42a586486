/**
 * Replaces the SDK's chain of credential providers in the bundles. Lambda passes the role's credentials in environment
 * variables; the other providers would add 130 KB to every bundle.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
  sessionToken: process.env.AWS_SESSION_TOKEN,
});
