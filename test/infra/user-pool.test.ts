/** The user pool (Amazon Cognito): how members sign in, what browsers may change, and the mails that it sends. */
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/synthesis.ts';
import { findResource, findResources } from '../support/template.ts';

const production = synthesize({ stage: 'prod' });
const development = synthesize({ stage: 'dev' });

describe('the user pool', () => {
  it('signs in by email, requires six characters, and runs both triggers', () => {
    production.storage.hasResourceProperties('AWS::Cognito::UserPool', {
      UsernameAttributes: ['email'],
      Policies: { PasswordPolicy: { MinimumLength: 6 } },
      LambdaConfig: { PreSignUp: Match.anyValue(), PostConfirmation: Match.anyValue() },
    });
  });

  // Essentials and Plus add access token customization, email as a second factor, passwordless sign-in, password
  // history, managed login branding, and refresh token rotation: Cognito developer guide, "User pool feature plans".
  it('uses the plan Lite for the user pool, and no feature that needs another plan', () => {
    const { Properties } = findResource(production.storage, 'AWS::Cognito::UserPool');
    expect(Properties).toMatchObject({ UserPoolTier: 'LITE', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] });
    expect(Object.keys(Properties)).not.toContain('UserPoolAddOns');
    expect(JSON.stringify(Properties)).not.toMatch(/PreTokenGeneration|SignInPolicy|PasswordHistorySize|WebAuthn/);

    for (const client of findResources(production.storage, 'AWS::Cognito::UserPoolClient')) {
      expect(client.Properties).not.toHaveProperty('RefreshTokenRotation');
      expect(client.Properties.ExplicitAuthFlows).not.toContain('ALLOW_USER_AUTH');
    }
  });

  const findClient = (template: Template, name: 'Web' | 'Server') =>
    findResources(template, 'AWS::Cognito::UserPoolClient').find(({ Properties }) => Properties.ClientName === name)!;

  it('accepts plain passwords from browsers on the local stage only', () => {
    const readFlows = (template: Template) => findClient(template, 'Web').Properties.ExplicitAuthFlows;
    expect(readFlows(production.storage)).toEqual(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']);
    expect(readFlows(synthesize({ stage: 'local' }).storage)).toContain('ALLOW_USER_PASSWORD_AUTH');
  });

  // Cognito: "REFRESH_TOKEN_AUTH should always be allowed" (https://github.com/aws/aws-cdk/issues/7625).
  it('lets every client refresh tokens, because Cognito creates no client without that flow', () => {
    const clients = findResources(production.storage, 'AWS::Cognito::UserPoolClient');
    expect(clients.map(({ Properties }) => Properties.ClientName)).toEqual(['Web', 'Server', 'Canary']);

    for (const { Properties } of clients) expect(Properties.ExplicitAuthFlows).toContain('ALLOW_REFRESH_TOKEN_AUTH');
  });

  it('keeps the old email until the new one is verified, and lets no browser change it', () => {
    production.storage.hasResourceProperties('AWS::Cognito::UserPool', {
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    });

    expect(findClient(production.storage, 'Web').Properties).toMatchObject({
      WriteAttributes: ['preferred_username'],
      EnableTokenRevocation: true,
      PreventUserExistenceErrors: 'ENABLED',
    });
  });

  it('requires no user attribute, because every client would need the permission to write it', () => {
    const { Properties } = findResource(production.storage, 'AWS::Cognito::UserPool');
    const schema = Properties.Schema as readonly { readonly Name: string; readonly Required: boolean }[];

    expect(schema.map(({ Name, Required }) => [Name, Required])).toEqual([
      ['email', false],
      ['preferred_username', false],
    ]);
  });

  it('lets members use an authenticator app, and lists their devices without remembering any', () => {
    production.storage.hasResourceProperties('AWS::Cognito::UserPool', {
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      DeviceConfiguration: { ChallengeRequiredOnNewDevice: false, DeviceOnlyRememberedOnUserPrompt: true },
    });
  });

  it('the user pool has a client for functions, whose tokens the API rejects', () => {
    const { id: serverId, Properties } = findClient(production.storage, 'Server');
    expect(Properties).toMatchObject({
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      WriteAttributes: ['email', 'preferred_username'],
      EnableTokenRevocation: true,
      PreventUserExistenceErrors: 'ENABLED',
      RefreshTokenValidity: 60,
    });
    expect(serverId).toMatch(/Server/);

    const authorizers = findResources(production.api, 'AWS::ApiGatewayV2::Authorizer');
    const audiences = authorizers.map(({ Properties }) => JSON.stringify(Properties.JwtConfiguration));
    expect(audiences).toEqual([expect.stringMatching(/MembersPoolWeb/)]);
    expect(audiences[0]).not.toContain(serverId);
  });

  it('sends mails with the name of the product, through SES if the stage has a sender', () => {
    production.storage.hasResourceProperties('AWS::Cognito::UserPool', {
      VerificationMessageTemplate: {
        DefaultEmailOption: 'CONFIRM_WITH_CODE',
        EmailSubject: 'Your Fathom code',
        EmailMessage: Match.stringLikeRegexp('Fathom.*\\{####\\}'),
      },
      EmailConfiguration: {
        EmailSendingAccount: 'DEVELOPER',
        From: 'Fathom <crew@fathom.example>',
        SourceArn: { 'Fn::Join': ['', Match.arrayWith([':identity/crew@fathom.example'])] },
      },
    });

    development.storage.hasResourceProperties('AWS::Cognito::UserPool', { EmailConfiguration: Match.absent() });
  });
});
