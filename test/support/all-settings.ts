import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SettingsInput } from '../../infra/stage-settings.ts';

/** A folder with pages in place of a build. */
const pages = mkdtempSync(join(tmpdir(), 'fathom-pages-'));
mkdirSync(join(pages, 'assets'));
for (const file of ['index.html', 'app.html', 'assets/app-1.js']) writeFileSync(join(pages, file), 'x');

/** A value for every setting and for the folder of the pages. It differs from the default where possible. */
export const ALL_SETTINGS = {
  pages,
  emailVerification: 'required',
  passwordAuth: false,
  siteOrigins: ['https://fathom.example'],
  depthIndexShards: 8,
  omitIndexes: ['ByTypeNumber'],
  objectRecoveryDays: 7,
  logRetentionDays: 7,
  requestsPerSecond: 50,
  requestBurst: 100,
  framesPerSecond: 150,
  frameBurst: 200,
  memberCallsPerMinute: 100,
  conductLimitPercent: 50,
  requestsPerFiveMinutesPerAddress: 2000,
  signInsPerFiveMinutesPerAddress: 50,
  paymentsPerFiveMinutesPerAddress: 50,
  originCheck: true,
  originSecretVersion: 'f3b1',
  renditionSecretVersion: 'a2c4',
  tracing: true,
  reservedConcurrency: true,
  alarmEmail: 'ops@fathom.example',
  mailSender: 'crew@fathom.example',
  monthlyBudgetDollars: 50,
  malwareScanning: true,
  canary: true,
  canaryDeployments: true,
  stripePublishableKey: 'pk_live_1',
  paypalClientId: 'client',
  domainName: 'fathom.example',
  certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
  hostedZoneId: 'Z0123456789',
  hostedZoneName: 'fathom.example',
} satisfies SettingsInput & { pages: string };

/** Settings that production rejects. */
export const EMULATOR_SETTINGS = {
  stripeApiUrl: 'https://stripe.example',
  paypalApiUrl: 'https://paypal.example',
} satisfies Partial<SettingsInput>;
