import { NOT_A_PICTURE } from '../../../platform/pictures/picture.ts';
import type { Draft } from '../draft.ts';
import type { PostPicture } from './create-post.ts';

/** The state of the post composer. */
export interface ComposerState extends Draft {
  /** The depth as typed. See `parseDepth`. */
  readonly depth: string;
  /** `opening` while a chosen picture is checked and re-encoded: the post can be edited, but not published. */
  readonly status: 'writing' | 'opening' | 'publishing';
  readonly picture?: PostPicture | undefined;
  /** Picture bytes sent, in whole percent. */
  readonly progress: number;
  /** The error message to show. */
  readonly problem?: string | undefined;
  /** Posts published since the composer opened. A change moves the focus back to the text. */
  readonly publishedCount: number;
}

/** A change of the composer. */
export type ComposerEvent =
  | { readonly type: 'typed'; readonly text: string }
  /** The member has typed a depth. */
  | { readonly type: 'depthTyped'; readonly depth: string }
  /** A chosen picture is being checked and re-encoded. */
  | { readonly type: 'opening' }
  /** The chosen picture is ready. */
  | { readonly type: 'opened'; readonly file: File }
  /** The chosen picture can't be used. */
  | { readonly type: 'rejected'; readonly problem: string }
  /** The member has removed the picture. */
  | { readonly type: 'removed' }
  /** The member has changed the picture's description. */
  | { readonly type: 'described'; readonly alt: string }
  | { readonly type: 'publishing' }
  /** Bytes of the picture were sent. */
  | { readonly type: 'progressed'; readonly sent: number; readonly total: number }
  | { readonly type: 'published'; readonly nextKey: string }
  /** Has a `nextKey` if the server has already used the idempotency key for another version of the post. */
  | { readonly type: 'failed'; readonly problem: string; readonly nextKey?: string };

/** Returns the initial state for a draft. */
export function createComposer(draft: Draft): ComposerState {
  return { depth: '', ...draft, status: 'writing', progress: 0, publishedCount: 0 };
}

/** Returns the next state. Ignores edits while a post is being published. */
export function composerReducer(state: ComposerState, event: ComposerEvent): ComposerState {
  const { status } = state;
  if (status === 'publishing') return publishingReducer(state, event);

  switch (event.type) {
    case 'typed':
      return { ...state, text: event.text };
    case 'depthTyped':
      return { ...state, depth: event.depth };
    case 'opening':
      return { ...state, status: 'opening', problem: undefined };
    case 'opened':
      // A new picture keeps the description, because editing it is easier than writing it again.
      return { ...state, status: 'writing', picture: { file: event.file, alt: state.picture?.alt ?? '' } };
    case 'rejected':
      return { ...state, status: 'writing', problem: event.problem };
    case 'removed':
      return { ...state, picture: undefined, problem: undefined };
    case 'described':
      return { ...state, picture: state.picture && { ...state.picture, alt: event.alt } };
    case 'publishing':
      // While the picture is being opened, the post would be published without it.
      return status === 'opening' ? state : { ...state, status: 'publishing', progress: 0, problem: undefined };
    default:
      return state;
  }
}

/** Returns the next state while a post is being published. Only progress and the result change the state. */
function publishingReducer(state: ComposerState, event: ComposerEvent): ComposerState {
  switch (event.type) {
    case 'progressed':
      return { ...state, progress: event.total > 0 ? Math.floor((event.sent / event.total) * 100) : 0 };
    case 'published':
      return {
        ...createComposer({ text: '', idempotencyKey: event.nextKey }),
        publishedCount: state.publishedCount + 1,
      };
    case 'failed':
      return {
        ...state,
        status: 'writing',
        problem: event.problem,
        idempotencyKey: event.nextKey ?? state.idempotencyKey,
      };
    default:
      return state;
  }
}

/** Returns the message for a picture that can't be opened: the error's text, or a general one if it is empty. */
export function pictureErrorText(error: unknown): string {
  return error instanceof Error && error.message ? error.message : NOT_A_PICTURE;
}
