import { App } from 'aws-cdk-lib';
import { buildStacks } from '../infra/app.ts';

buildStacks(new App());
