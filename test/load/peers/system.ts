/** A request of a member, and a function that reads its response. */
export interface MemberRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly body?: string;
  /** Returns the names or texts of the rows in a response. */
  readonly extractRows: (response: unknown) => readonly string[];
}

/**
 * The cases that are measured. Each is one request to Fathom; peers need several requests for the dashboard.
 *
 * `rows` is the number of rows in the responses. `sameRows` states whether all systems must return the same ones.
 */
export const CASES = {
  newestFiles: { title: 'newest 20 files', rows: 20, sameRows: true },
  largestPdfs: { title: 'size + type', rows: 20, sameRows: true },
  profile: { title: 'profile', rows: 1, sameRows: true },
  dashboard: { title: 'dashboard (peers: four calls)', rows: 16, sameRows: false },
  feed: { title: 'feed of 10', rows: 10, sameRows: true },
  // This case comes last, because new posts change the other lists.
  createPost: { title: 'create post', rows: 1, sameRows: false },
} as const;

/** The name of a case. */
export type Case = keyof typeof CASES;

/** A running system with the community's data. */
export interface System {
  readonly name: string;
  readonly origin: string;
  /** Headers of each viewer, with their token. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  /** Processes whose trees serve requests. `database` may be a descendant of `server`. */
  readonly processes: { readonly server: number; readonly database: number };
  /** Returns the requests of a case as one viewer makes them, one after another. */
  listRequests(name: Case, viewer: number): readonly MemberRequest[];
  close(): Promise<void>;
}

/** Number of members who use each system, one per connection. */
export const VIEWERS = 16;

/** The text of new posts. */
export const POST_TEXT = 'The visibility at the wreck was thirty metres this morning.';

/** The file type of the case `largestPdfs`. */
export const PDF = 'application/pdf';

/** Numbers of connections that are measured. Each sends one request at a time. */
export const CONNECTIONS = [1, VIEWERS] as const;
