/** The CDK's app, which `cdk` commands and `npm run deploy` run (cdk.json). */
import { App } from 'aws-cdk-lib';
import { buildStacks } from '../infra/app.ts';
import { refuseCdkDeploy } from '../infra/deploy-guard.ts';
import { readStage } from '../infra/stage.ts';

const app = new App();
const stage = readStage(app.node);
buildStacks(app, stage);
refuseCdkDeploy(app, stage);
