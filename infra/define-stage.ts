import type { SettingsInput } from './stage-settings.ts';

/**
 * - `production`: keeps its data when a stack is deleted, and has no test endpoints.
 * - `development`: is deleted with its data.
 * - `local`: runs in the local cloud or on an emulator, never on AWS. Its settings can be changed on the command line.
 */
export type StageKind = 'production' | 'development' | 'local';

/** The settings in a stage's file. Settings that the file omits take the default of the stage's kind. */
export interface StageFile extends Partial<SettingsInput> {
  readonly kind: StageKind;
}

type StageDefaults = Omit<StageFile, 'kind'>;

/**
 * Defaults of a development stage, which the other kinds share unless they override them. Features whose setting has no
 * default, such as the recovery of objects, are off.
 */
const BASE_DEFAULTS = {
  emailVerification: 'none',
  passwordAuth: false,
  depthIndexShards: 1,
  omitIndexes: [],
  logRetentionDays: 7,
  // The limits are enough for a team, and low enough that a forgotten loop costs little.
  requestsPerSecond: 100,
  requestBurst: 200,
  framesPerSecond: 200,
  frameBurst: 400,
  memberCallsPerMinute: 600,
  conductLimitPercent: 100,
  paymentsPerFiveMinutesPerAddress: 100,
  originCheck: true,
  tracing: false,
  reservedConcurrency: false,
  malwareScanning: false,
  canary: false,
  canaryDeployments: false,
} satisfies StageDefaults;

/** The default of each setting, by kind. */
export const DEFAULTS: Readonly<Record<StageKind, StageDefaults>> = {
  development: BASE_DEFAULTS,
  // Tests and benchmarks send the load of a thousand members as one member.
  local: { ...BASE_DEFAULTS, passwordAuth: true, originCheck: false, memberCallsPerMinute: 'none' },
  production: {
    ...BASE_DEFAULTS,
    emailVerification: 'required',
    objectRecoveryDays: 30,
    logRetentionDays: 90,
    requestsPerSecond: 500,
    requestBurst: 1000,
    framesPerSecond: 1000,
    frameBurst: 2000,
    // Enough for about thirty first visits from one network, and less than 2 % of what `requestsPerSecond` allows.
    requestsPerFiveMinutesPerAddress: 2000,
    signInsPerFiveMinutesPerAddress: 100,
    canary: true,
  },
};

/**
 * Declares the settings of a stage, type-checked: `export default defineStage({ kind: 'development', tracing: true })`.
 */
export function defineStage(file: StageFile): StageFile {
  return file;
}
