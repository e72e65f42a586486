import { announceTyping } from './announce.ts';
import { socketRoute } from './socket-route.ts';

export const handler = socketRoute('typing', async ({ userId, input }) => {
  await announceTyping(userId, input.recipientId);
});
