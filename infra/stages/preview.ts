import { defineStage } from '../define-stage.ts';

/** The settings of every `preview-<branch>` stage. A preview is deployed for one branch, and deleted with its data. */
export default defineStage({
  kind: 'development',
  // Above the defaults of `development`, which throttle the acceptance suite when it tests a preview.
  requestsPerSecond: 500,
  requestBurst: 1000,
});
