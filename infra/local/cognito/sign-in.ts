import { z } from 'zod';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';

/** Sends an operation with the client ID to a user pool. */
type CallPool = (operation: 'InitiateAuth' | 'RespondToAuthChallenge', input: object) => Promise<unknown>;

const authResultSchema = z.object({
  AuthenticationResult: z.object({ AccessToken: z.string(), IdToken: z.string(), RefreshToken: z.string() }),
});

const challengeResultSchema = z.object({
  ChallengeName: z.literal('PASSWORD_VERIFIER'),
  ChallengeParameters: z.record(z.string(), z.string()),
});

/**
 * Signs in to a stage's user pool with the stage's authentication flow.
 *
 * @throws the pool's error, or a ZodError if the result has no tokens.
 */
export async function signInToPool(
  { userPoolId, authFlow }: Pick<RuntimeConfig, 'userPoolId' | 'authFlow'>,
  call: CallPool,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<z.output<typeof authResultSchema>['AuthenticationResult']> {
  if (authFlow === 'USER_PASSWORD_AUTH') {
    const AuthParameters = { USERNAME: email, PASSWORD: password };
    return authResultSchema.parse(await call('InitiateAuth', { AuthFlow: authFlow, AuthParameters }))
      .AuthenticationResult;
  }

  // Imports the library on demand, because the local cloud rarely uses SRP.
  const { createSrpSession, signSrpSession } = await import('cognito-srp-helper');
  const isHashed = false;
  const session = createSrpSession(email, password, userPoolId, isHashed);
  const AuthParameters = { USERNAME: email, SRP_A: session.largeA };
  const challenge = challengeResultSchema.parse(await call('InitiateAuth', { AuthFlow: authFlow, AuthParameters }));

  const { timestamp, passwordSignature, secret } = signSrpSession(session, challenge);
  const result = await call('RespondToAuthChallenge', {
    ChallengeName: challenge.ChallengeName,
    ChallengeResponses: {
      USERNAME: challenge.ChallengeParameters.USER_ID_FOR_SRP,
      TIMESTAMP: timestamp,
      PASSWORD_CLAIM_SECRET_BLOCK: secret,
      PASSWORD_CLAIM_SIGNATURE: passwordSignature,
    },
  });

  return authResultSchema.parse(result).AuthenticationResult;
}
