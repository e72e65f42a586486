import { z } from 'zod';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';

/** Sends one operation to a user pool, without its client id. */
type AskPool = (operation: 'InitiateAuth' | 'RespondToAuthChallenge', input: object) => Promise<unknown>;

const signedIn = z.object({ AuthenticationResult: z.object({ AccessToken: z.string(), IdToken: z.string() }) });

const challenged = z.object({
  ChallengeName: z.literal('PASSWORD_VERIFIER'),
  ChallengeParameters: z.record(z.string(), z.string()),
});

/**
 * Signs in to a stage's user pool, as the stage wants it: by sending the password, or by proving it (SRP) as browsers do.
 *
 * @throws Error of the pool, when it refuses; ZodError, when it answers with anything but tokens
 */
export async function signInTo(
  { userPoolId, authFlow }: Pick<RuntimeConfig, 'userPoolId' | 'authFlow'>,
  ask: AskPool,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<z.output<typeof signedIn>['AuthenticationResult']> {
  if (authFlow === 'USER_PASSWORD_AUTH') {
    const AuthParameters = { USERNAME: email, PASSWORD: password };
    return signedIn.parse(await ask('InitiateAuth', { AuthFlow: authFlow, AuthParameters })).AuthenticationResult;
  }
  // Loaded where it is needed alone: whoever starts a local cloud seldom does.
  const { createSrpSession, signSrpSession } = await import('cognito-srp-helper');
  const session = createSrpSession(email, password, userPoolId, false);
  const AuthParameters = { USERNAME: email, SRP_A: session.largeA };
  const challenge = challenged.parse(await ask('InitiateAuth', { AuthFlow: authFlow, AuthParameters }));
  const { timestamp, passwordSignature, secret } = signSrpSession(session, challenge);
  const answer = await ask('RespondToAuthChallenge', {
    ChallengeName: challenge.ChallengeName,
    ChallengeResponses: {
      USERNAME: challenge.ChallengeParameters.USER_ID_FOR_SRP,
      TIMESTAMP: timestamp,
      PASSWORD_CLAIM_SECRET_BLOCK: secret,
      PASSWORD_CLAIM_SIGNATURE: passwordSignature,
    },
  });
  return signedIn.parse(answer).AuthenticationResult;
}
