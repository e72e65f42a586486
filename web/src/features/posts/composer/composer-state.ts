import { NO_PICTURE } from '../../../platform/picture.ts';
import type { Draft } from './draft.ts';
import type { PostPicture } from './publish-post.ts';

/** What the composer holds, and what it is doing. */
export interface ComposerState extends Draft {
  readonly status: 'writing' | 'opening' | 'publishing';
  readonly picture?: PostPicture | undefined;
  /** Percent of the picture sent, whole. */
  readonly progress: number;
  /** What went wrong. */
  readonly problem?: string | undefined;
  /** How many posts were published from here: each lets the screen reader be told. */
  readonly published: number;
}

export type ComposerEvent =
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'opening' }
  | { readonly type: 'opened'; readonly file: File }
  | { readonly type: 'refused'; readonly problem: string }
  | { readonly type: 'removed' }
  | { readonly type: 'described'; readonly alt: string }
  | { readonly type: 'publishing' }
  | { readonly type: 'progressed'; readonly sent: number; readonly total: number }
  | { readonly type: 'published'; readonly nextKey: string }
  | { readonly type: 'failed'; readonly problem: string; readonly nextKey?: string };

/** A composer with what was being written before. */
export function begin(draft: Draft): ComposerState {
  return { ...draft, status: 'writing', progress: 0, published: 0 };
}

/** The composer after an event. While something is being published, nothing of it changes. */
export function nextComposer(state: ComposerState, event: ComposerEvent): ComposerState {
  const { status } = state;
  if (status === 'publishing') return whilePublishing(state, event);
  switch (event.type) {
    case 'typed':
      return { ...state, text: event.text };
    case 'opening':
      return { ...state, status: 'opening', problem: undefined };
    case 'opened':
      // Another picture keeps the words: they are changed more easily than found again.
      return { ...state, status: 'writing', picture: { file: event.file, alt: state.picture?.alt ?? '' } };
    case 'refused':
      return { ...state, status: 'writing', problem: event.problem };
    case 'removed':
      return { ...state, picture: undefined, problem: undefined };
    case 'described':
      return { ...state, picture: state.picture && { ...state.picture, alt: event.alt } };
    case 'publishing':
      return status === 'opening' ? state : { ...state, status: 'publishing', progress: 0, problem: undefined };
    default:
      return state;
  }
}

function whilePublishing(state: ComposerState, event: ComposerEvent): ComposerState {
  switch (event.type) {
    case 'progressed':
      return { ...state, progress: event.total > 0 ? Math.floor((event.sent / event.total) * 100) : 0 };
    case 'published':
      return { ...begin({ text: '', idempotencyKey: event.nextKey }), published: state.published + 1 };
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

/** What to say of a picture that could not be opened. */
export function pictureProblem(error: unknown): string {
  return error instanceof Error && error.message ? error.message : NO_PICTURE;
}
