import { defineStage } from '../define-stage.ts';

/** The local cloud (`npm start`), and emulators (`npm run deploy:localstack`). */
export default defineStage({ kind: 'local' });
