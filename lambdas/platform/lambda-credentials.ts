/**
 * Stands in for the SDK's chain of credential providers: Lambda gives a function its role's credentials in its
 * environment, so the other dozen providers would be 130 KB of every bundle for nothing.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
  sessionToken: process.env.AWS_SESSION_TOKEN,
});
