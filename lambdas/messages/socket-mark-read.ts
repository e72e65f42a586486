import { markRead } from './mark-read.ts';
import { socketRoute } from './socket-route.ts';

export const handler = socketRoute('markRead', async ({ userId, input }) => {
  await markRead(userId, input.userId, input.messageId);
});
