import { socketRoute } from './socket-route.ts';

export const handler = socketRoute('ping', async () => ({ type: 'pong' }));
