/**
 * The product's limits. All code that shows or checks a limit imports it from here, so that texts and rules agree.
 * See docs/product.md#limits.
 */

/** Bytes in one megabyte (binary). */
export const BYTES_PER_MB = 1_048_576;

// Accounts and profiles

/** Minimum length of a password, in characters. */
export const MIN_PASSWORD_LENGTH = 6;

/** Maximum length of a password, in characters: Cognito's maximum. */
export const MAX_PASSWORD_LENGTH = 256;

/** Maximum length of an email, in characters: Cognito's maximum length of a sign-in name. */
export const MAX_EMAIL_LENGTH = 128;

/** Number of recovery codes that replace a lost authenticator app. */
export const RECOVERY_CODES = 10;

/** Attempts to redeem an emailed code, per hour, email, and purpose. Cognito allows at least five. */
export const CODE_ATTEMPTS = 5;

/** Maximum length of a username, in characters. */
export const MAX_USERNAME_LENGTH = 30;

/** Maximum length of a bio, in characters. */
export const MAX_BIO_LENGTH = 200;

/** Default and maximum page size of Find Users. */
export const USERS_PAGE_SIZE = 10;
export const USERS_PAGE_LIMIT = 50;

/** Maximum number of IDs in one batch of identity cards. */
export const MAX_BATCH_USERS = 100;

/** Maximum distance of members nearby, up and down, in metres. */
export const NEARBY_METRES = 100;

/** Default and maximum page size of the ledger. */
export const DEPTH_LOG_PAGE_SIZE = 20;
export const DEPTH_LOG_PAGE_LIMIT = 100;

/** Number of entries of each list on the dashboard. */
export const DASHBOARD_LIST_SIZE = 5;

/** Contribution of the dashboard's test button, in bytes. */
export const TEST_CONTRIBUTION_BYTES = Math.round(0.1 * BYTES_PER_MB);

// Files and pictures. The first two sizes are literals, because the bundler inlines only literals: a product would add a
// script to the first screens.

/** Maximum file size, in bytes. */
export const MAX_UPLOAD_BYTES = 1_048_576_000;

/** Maximum size of a profile picture or a post's picture, in bytes. */
export const MAX_PICTURE_BYTES = 5_242_880;

/**
 * Maximum size of these pictures in megapixels. Browsers show the original, and need 4 MB of memory for each megapixel.
 */
export const MAX_PICTURE_MEGAPIXELS = 30;

/** Longest edges of a file's renditions (smaller pictures), in pixels: for lists, and for the whole screen. */
export const THUMBNAIL_PIXELS = 320;
export const PREVIEW_PIXELS = 1280;

/** Maximum length of a file name, in characters. Keeps storage keys below S3's limit of 1024 bytes. */
export const MAX_FILE_NAME_LENGTH = 255;

/** Maximum length of a file description, in characters. */
export const MAX_DESCRIPTION_LENGTH = 1000;

/** Maximum length of the alternative text of a picture or a file, in characters. */
export const MAX_IMAGE_ALT_LENGTH = 300;

/** Maximum length of a search text, in characters. The search for files takes a whole file name. */
export const MAX_SEARCH_LENGTH = 200;
export const MAX_FILE_SEARCH_LENGTH = MAX_FILE_NAME_LENGTH;

/** Default page size of the file explorer, and the size of a bulk load. */
export const FILES_PAGE_SIZE = 20;
export const FILES_BULK_LIMIT = 1000;

/** Maximum number of files of an outline that one request loads. */
export const FILES_BY_ID_LIMIT = 50;

/** Maximum number of files of a response whose downloads are signed. A presigned URL has up to 4 KB. */
export const FILES_SIGNED_LIMIT = 50;

// Uploads and downloads

/** Size above which the page uploads a file in parts, in bytes. */
export const MULTIPART_THRESHOLD_BYTES = 50 * BYTES_PER_MB;

/** The size of a part, in bytes. S3 accepts up to 10,000 parts of at least 5 MB; a file of 1000 MB has 63 parts. */
export const MULTIPART_PART_BYTES = 16 * BYTES_PER_MB;

/** Maximum number of parts that one request signs. */
export const MULTIPART_SIGN_LIMIT = 20;

/** Time for which a presigned upload URL is valid, in seconds. */
export const UPLOAD_URL_SECONDS = 300;

/** Time for which a presigned download URL is valid, in seconds. */
export const DOWNLOAD_URL_SECONDS = 900;

/** Time for which the URL of a rendition stays the same, in seconds. The URL is valid for up to twice as long. */
export const RENDITION_URL_SECONDS = 900;

// Posts and comments

/** Maximum length of a post, in characters. */
export const MAX_POST_LENGTH = 5000;

/** Maximum length of a comment, in characters. */
export const MAX_COMMENT_LENGTH = 1000;

/** Default page sizes of posts and comments, and their maximum. */
export const POSTS_PAGE_SIZE = 10;
export const COMMENTS_PAGE_SIZE = 20;
export const POSTS_PAGE_LIMIT = 50;

// Messages

/** Maximum length of a message, in characters. */
export const MAX_MESSAGE_LENGTH = 10_000;

/**
 * Maximum size of a message's text in JSON, in bytes. Leaves room in a frame ({@link MAX_FRAME_BYTES}) for the other
 * fields, which take up to 400 bytes.
 */
export const MAX_MESSAGE_BYTES = 32_000;

/** Maximum messages per second that a member may send in one conversation. */
export const MESSAGES_PER_SECOND = 20;

/** Default page sizes of conversations and messages, and the maximum of messages. */
export const CONVERSATIONS_PAGE_SIZE = 20;
export const MESSAGES_PAGE_SIZE = 30;
export const MESSAGES_PAGE_LIMIT = 100;

/** The greatest unread count that is shown; above it, the badge shows "99+". */
export const UNREAD_BADGE_MAX = 99;

/** Sorts before the ID of every message, which is a ULID. The position before the first message of a conversation. */
export const MIN_MESSAGE_ID = '0'.repeat(26);

// WebSockets

/** Time for which a WebSocket ticket is valid, in seconds. */
export const TICKET_SECONDS = 60;

/** API Gateway closes an idle WebSocket after this time, in seconds. */
export const SOCKET_IDLE_SECONDS = 600;

/** API Gateway closes every WebSocket after this time, in seconds. */
export const SOCKET_LIFETIME_SECONDS = 7200;

/** Maximum size of a frame in both directions, in bytes: API Gateway's limit. */
export const MAX_FRAME_BYTES = 32 * 1024;
