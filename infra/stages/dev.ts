import { defineStage } from '../define-stage.ts';

/** The shared stage for development: `npm run deploy -- --stage dev`. */
export default defineStage({
  kind: 'development',
  // Above the defaults of `development`, which throttle the acceptance suite when it tests this stage.
  requestsPerSecond: 500,
  requestBurst: 1000,
});
