import { defineStage } from '../define-stage.ts';

/** The shared stage for development: `npm run deploy -- --stage dev`. */
export default defineStage({
  kind: 'development',
  // The acceptance suite sends more requests than the default of development allows.
  requestsPerSecond: 500,
  requestBurst: 1000,
});
