import { Amplify } from 'aws-amplify';
import { runtimeConfig } from '../runtime-config.ts';

let configuration: Promise<void> | undefined;

/** Configures Amplify with the stage's user pool, once. Call it before any Amplify function. */
export function configureAmplify(): Promise<void> {
  configuration ??= configure().catch((error) => {
    configuration = undefined;
    throw error;
  });

  return configuration;
}

async function configure(): Promise<void> {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = await runtimeConfig();

  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint, loginWith: { email: true } } },
  });
}
