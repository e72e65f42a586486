import { randomUUID } from 'node:crypto';
import { storeComment } from '../../../lambdas/table/comment.ts';
import { postKey } from '../../../lambdas/table/keys.ts';
import { setLike } from '../../../lambdas/table/like.ts';
import { storePost } from '../../../lambdas/table/post.ts';
import { registerSocket } from '../../../lambdas/table/socket.ts';
import { contract } from '../../../shared/contract/contract.ts';
import type { SocketAction } from '../../../shared/contract/socket-frames.ts';
import { fromMetres } from '../../../shared/rules/depth.ts';
import { buildComment } from '../capacity/posts.ts';
import { buildFileItem, buildPostItem, createMember, memberId, recordFile } from '../capacity/small-community.ts';
import type { FigureName } from '../figures.ts';

/** Number of members who upload files and publish posts. */
const UPLOADERS = 20;

/** Number of files. */
const FILES = 200;

/** Number of posts. */
const POSTS = 40;

/** Depths of members, files, and posts, in metres. Each is in a different depth band (docs/glossary.md). */
const METRES = [0, 0.5, 5, 50, 150, 500, 1500, 5000, 9000];

/** Number of members who send messages, in turns. A single sender would exceed the limits. */
const SENDERS = 60;

/** The member who sends the requests to the API. */
const VIEWER = memberId(100);

/** Returns the depth of the file or post with this number. */
const depthOf = (number: number) => fromMetres(METRES[number % METRES.length]!);

/** Returns a sender's member number. Senders and recipients alternate. */
const senderNumber = (sender: number) => 1000 + 2 * sender;
const recipientNumber = (sender: number) => senderNumber(sender) + 1;

/** Stores files with renditions and posts in nine bands, and pairs of members with an open socket each. */
export async function storeCommunity(): Promise<void> {
  for (let number = 0; number < UPLOADERS; number++) await createMember(number, METRES[number % METRES.length]!);
  const viewer = await createMember(100, 10_000);

  for (let number = 0; number < FILES; number++) {
    const file = buildFileItem(memberId(number % UPLOADERS), number, { depth: depthOf(number) });
    await recordFile({ ...file, media: { width: 1920, height: 1080, renditions: [320, 1280] } });
  }

  for (let number = 0; number < POSTS; number++) {
    const author = memberId(number % UPLOADERS);
    const post = { ...buildPostItem(author, number), depth: depthOf(number) };
    await storePost(post);
    await storeComment(buildComment(post.postId, memberId((number + 5) % UPLOADERS)), viewer);
    if (number % 3 === 0) await setLike(viewer, postKey(post.postId), { liked: true });
  }

  for (let sender = 0; sender < SENDERS; sender++) {
    for (const number of [senderNumber(sender), recipientNumber(sender)]) {
      const { userId } = await createMember(number, 1);
      await registerSocket({ userId, issuedAt: Math.floor(Date.now() / 1000) }, `socket-${number}=`);
    }
  }
}

/** A kind of request: the function that serves it, and its event. */
export interface RequestKind {
  readonly label: string;
  readonly functionName: string;
  /** The figure that records the ratio. */
  readonly figure: FigureName;
  /** @param index - number of the request, from 0 */
  readonly buildEvent: (index: number) => object;
}

/** The requests of part `sdk`. */
export const REQUEST_KINDS: readonly RequestKind[] = [
  {
    label: 'Files, a page of 20',
    functionName: contract.files.list.name,
    figure: 'sdkFilesCpuRatio',
    buildEvent: () => buildApiEvent({ body: { userId: VIEWER, sortBy: 'recent', limit: 20 } }),
  },
  {
    label: 'Dashboard',
    functionName: contract.account.dashboard.name,
    figure: 'sdkDashboardCpuRatio',
    buildEvent: () => buildApiEvent({}),
  },
  {
    label: 'Profile of a member',
    functionName: contract.users.profile.name,
    figure: 'sdkProfileCpuRatio',
    buildEvent: (index) => buildApiEvent({ pathParameters: { userId: memberId(index % UPLOADERS) } }),
  },
  {
    label: 'Message, sent to two sockets',
    functionName: 'sockets-send-message',
    figure: 'sdkMessageCpuRatio',
    buildEvent: (index) =>
      buildSocketEvent(`socket-${senderNumber(index % SENDERS)}=`, {
        action: 'sendMessage',
        clientMessageId: randomUUID(),
        recipientId: memberId(recipientNumber(index % SENDERS)),
        content: 'The visibility was thirty metres this morning. Shall we go down again on Sunday?',
      }),
  },
];

/** The fields of an API request that differ between the kinds. */
interface ApiRequest {
  readonly pathParameters?: Record<string, string>;
  readonly body?: object;
}

/** Builds the event of a request to the API by the viewer. */
function buildApiEvent({ pathParameters, body }: ApiRequest): object {
  const claims = { sub: VIEWER, username: VIEWER, token_use: 'access', iat: String(Math.floor(Date.now() / 1000)) };
  return {
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br' },
    pathParameters,
    body: body && JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: { requestId: randomUUID(), authorizer: { jwt: { claims, scopes: null } } },
  };
}

/** Builds the event of a frame. */
function buildSocketEvent(
  connectionId: string,
  frame: { readonly action: SocketAction; readonly [field: string]: string },
): object {
  return { requestContext: { connectionId, requestId: randomUUID() }, body: JSON.stringify(frame) };
}
