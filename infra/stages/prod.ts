import { defineStage } from '../define-stage.ts';

/** Production: `npm run deploy -- --stage prod`. docs/settings.md explains each setting. */
export default defineStage({
  kind: 'production',
  // Replace these two before the first deployment, which is refused until then.
  mailSender: '<fill in>',
  alarmEmail: '<fill in>',
});
