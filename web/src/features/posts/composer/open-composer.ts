import type { QueryClient } from '@tanstack/react-query';
import { authState, currentVisit } from '../../../platform/auth/auth-state.ts';
import { Store } from '../../../platform/state/store.ts';
import { readPostDraft, savePostDraft } from '../draft.ts';
import { type ComposerEvent, type ComposerState, composerReducer, createComposer } from './composer-state.ts';

/**
 * The post that a member is writing.
 *
 * The composer outlives the screen, so that leaving the screen loses no picture, and a post that is being published
 * can't be published twice. The text is also stored, so that it survives a reload. See docs/adr/0056-unsent-input.md.
 */
export class OpenComposer {
  readonly state: Store<ComposerState>;
  /** File IDs of pictures that earlier attempts uploaded. */
  readonly uploadedPictures = new WeakMap<File, string>();
  readonly #memberId: string;
  readonly #visit = currentVisit();
  /** Counts the chosen pictures, so that a slow one doesn't replace a later choice. */
  #choiceCount = 0;

  constructor(memberId: string) {
    this.#memberId = memberId;
    this.state = new Store(createComposer(readPostDraft(memberId, 'post')));
  }

  readonly dispatch = (event: ComposerEvent): void => {
    const newState = composerReducer(this.state.value, event);
    this.state.set(newState);
    // After a logout, an upload or a request may still be running. Its events must not store the discarded text again.
    if (this.#isVisitOpen()) savePostDraft(this.#memberId, 'post', newState);

    const wouldLoseInput = newState.status === 'publishing' || newState.picture !== undefined;
    // Adding the same listener again has no effect.
    if (wouldLoseInput) addEventListener('beforeunload', this.#askBeforeUnload);
    else removeEventListener('beforeunload', this.#askBeforeUnload);
  };

  /** Opens a picture. If several are being opened, keeps the last chosen one. */
  async openPicture(loadPicture: () => Promise<File>, describeError: (error: unknown) => string): Promise<void> {
    this.#choiceCount += 1;
    const choiceNumber = this.#choiceCount;
    const isLatestChoice = () => choiceNumber === this.#choiceCount;

    this.dispatch({ type: 'opening' });

    try {
      const file = await loadPicture();
      if (isLatestChoice()) this.dispatch({ type: 'opened', file });
    } catch (error) {
      if (isLatestChoice()) this.dispatch({ type: 'rejected', problem: describeError(error) });
    }
  }

  /**
   * Returns whether the composer's visit continues: no other visit has begun, and the member has not logged out. The
   * end of the session doesn't end the visit, because the texts wait for the member's next login.
   */
  #isVisitOpen(): boolean {
    const auth = authState();
    if (auth.visit !== this.#visit) return false;

    return auth.status !== 'signedOut' || auth.reason === 'ended';
  }

  /**
   * Asks before the tab closes, because a picture or a running request would be lost. Doesn't ask once the member has
   * signed out or another visit has begun.
   */
  readonly #askBeforeUnload = (event: BeforeUnloadEvent): void => {
    const { status, visit } = authState();
    if (status === 'signedIn' && visit === this.#visit) event.preventDefault();
  };
}

/** The composer of each visit, by its query client. */
const composers = new WeakMap<QueryClient, OpenComposer>();

/** Returns the composer of a visit, which belongs to one member. Creates it at the first call. */
export function findOrCreateComposer(queryClient: QueryClient, memberId: string): OpenComposer {
  const existingComposer = composers.get(queryClient);
  if (existingComposer) return existingComposer;

  const composer = new OpenComposer(memberId);
  composers.set(queryClient, composer);

  return composer;
}
