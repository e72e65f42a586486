import { defineStage } from '../define-stage.ts';

/** Every stage `preview-<branch>`, which is deployed for a branch and deleted with its data. */
export default defineStage({
  kind: 'development',
  // The acceptance suite sends more requests than the default of development allows.
  requestsPerSecond: 500,
  requestBurst: 1000,
});
