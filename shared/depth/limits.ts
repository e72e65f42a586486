/**
 * The product's limits (specification §5 and §9, decisions 2 and 6). Everything that shows or checks a limit
 * imports it from here, so that no text can disagree with the rule that it describes.
 */

/** Bytes in one megabyte. The specification gives 5 MB as 5,242,880 bytes. */
export const BYTES_PER_MB = 1_048_576;

/** The largest file that can be uploaded, in bytes (1000 MB, decision 2). */
export const MAX_UPLOAD_BYTES = 1_048_576_000;

/** The largest profile photo, in bytes (5 MB). */
export const MAX_PHOTO_BYTES = 5_242_880;

/** The longest file name, in characters. With its prefix it stays below S3's 1024-byte limit for keys. */
export const MAX_FILE_NAME_LENGTH = 255;

/** The longest file description, in characters. */
export const MAX_DESCRIPTION_LENGTH = 1000;

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_USERNAME_LENGTH = 30;
export const MAX_BIO_LENGTH = 200;

/** The longest post, comment, and description of a post's picture, in characters (design §2). */
export const MAX_POST_LENGTH = 5000;
export const MAX_COMMENT_LENGTH = 1000;
export const MAX_IMAGE_ALT_LENGTH = 300;

/** People on one page of Find Users (specification §9), and the most that may be asked for. */
export const USERS_PAGE_SIZE = 10;
export const USERS_PAGE_LIMIT = 50;

/** Posts, and comments of a post, on one page, and the most that may be asked for. */
export const POSTS_PAGE_SIZE = 10;
export const COMMENTS_PAGE_SIZE = 20;
export const POSTS_PAGE_LIMIT = 50;

/** The longest message, in characters (design §6). */
export const MAX_MESSAGE_LENGTH = 10_000;

/** Conversations, and messages of one, on one page, and the most that may be asked for. */
export const CONVERSATIONS_PAGE_SIZE = 20;
export const MESSAGES_PAGE_SIZE = 30;
export const MESSAGES_PAGE_LIMIT = 100;

/** Unread messages are counted up to here; what is shown above is "99+" (specification §9). */
export const UNREAD_BADGE_MAX = 99;

/** How long a ticket for the WebSocket may wait to be used, in seconds. */
export const TICKET_SECONDS = 60;

/** Messages that one member may send into one conversation within a second. */
export const MESSAGES_PER_SECOND = 20;

/** How long API Gateway keeps a WebSocket: idle, and at all, in seconds. */
export const SOCKET_IDLE_SECONDS = 600;
export const SOCKET_LIFETIME_SECONDS = 7200;

/** The largest frame that a client may send, in bytes: API Gateway's own limit is 32 KB a frame. */
export const MAX_FRAME_BYTES = 32 * 1024;

/** Entries of the depth log on one page, and the most that may be asked for. */
export const DEPTH_LOG_PAGE_SIZE = 20;
export const DEPTH_LOG_PAGE_LIMIT = 100;

/** How far members count as near, up and down, in metres (specification §9). */
export const NEARBY_METRES = 100;

/** What the dashboard's test button contributes, in bytes: 0.1 MB (specification §9). */
export const TEST_CONTRIBUTION_BYTES = Math.round(0.1 * BYTES_PER_MB);

/** Files on one page of the explorer, and on one bulk load (specification §9). */
export const FILES_PAGE_SIZE = 20;
export const FILES_BULK_LIMIT = 1000;

/** Entries of each list on the dashboard (specification §9). */
export const DASHBOARD_LIST_SIZE = 5;

/** Ids that one batch of identity cards may name (design §2). */
export const MAX_BATCH_USERS = 100;

/** Files larger than this, in bytes, are uploaded in parts by the page (50 MB). */
export const MULTIPART_THRESHOLD_BYTES = 50 * BYTES_PER_MB;

/** The size of a part, in bytes. S3 takes 10,000 parts of at least 5 MB: 1000 MB are 63 of these. */
export const MULTIPART_PART_BYTES = 16 * BYTES_PER_MB;

/** Parts that one request may have signed. */
export const MULTIPART_SIGN_LIMIT = 20;

/** How long a presigned upload stays valid, in seconds (design §4). */
export const UPLOAD_URL_SECONDS = 300;

/** How long a presigned download stays valid, in seconds. */
export const DOWNLOAD_URL_SECONDS = 900;
