import { sendMessage } from './send-message.ts';
import { socketRoute } from './socket-route.ts';

export const handler = socketRoute('sendMessage', async ({ userId, input }) => {
  await sendMessage(userId, input);
});
