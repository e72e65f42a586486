import { type App, CfnParameter, Stack } from 'aws-cdk-lib';
import { CHECKED_CONTEXT, type Stage } from './stage.ts';

/**
 * Makes `cdk deploy` fail before it changes a stack. Unlike `npm run deploy`, it doesn't refuse dangerous changes, and
 * publishes no pages.
 *
 * Adds a parameter without a value to each stack, which the CDK and CloudFormation refuse to deploy. `npm run deploy`
 * deploys templates without the parameter, so no earlier value exists that CloudFormation could use. Commands that
 * deploy nothing work: `cdk synth`, `cdk diff`, `cdk destroy`.
 */
export function refuseCdkDeploy(app: App, { kind }: Stage): void {
  // `npm run deploy:localstack` calls `cdk deploy` for emulators, whose data no one needs.
  if (kind === 'local' || app.node.tryGetContext(CHECKED_CONTEXT) === 'true') return;

  for (const stack of app.node.children.filter(Stack.isStack)) {
    new CfnParameter(stack, 'UseNpmRunDeploy', {
      type: 'String',
      description:
        'Never set this. "npm run deploy" refuses dangerous changes and publishes the pages, "cdk deploy" does not.',
    });
  }
}
