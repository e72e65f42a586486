import { Amplify } from 'aws-amplify';
import { runtimeConfig } from '../runtime-config.ts';

let configured: Promise<void> | undefined;

/** Configures Amplify with the stage's user pool, once. Call it before any Amplify function. */
export function configureAmplify(): Promise<void> {
  configured ??= configure().catch((error) => {
    configured = undefined;
    throw error;
  });
  return configured;
}

async function configure(): Promise<void> {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = await runtimeConfig();
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint, loginWith: { email: true } } },
  });
}
