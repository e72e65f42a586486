import {
  type ClipboardEvent,
  type RefObject,
  type SubmitEvent,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { MAX_POST_LENGTH } from '../../../../../shared/rules/limits.ts';
import { CharacterCount } from '../../../design/writing/character-count.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import '../../../design/writing/fields.css';
import { measureText, type TextMeasurement } from '../../../design/writing/measure-text.ts';
import { WritingArea } from '../../../design/writing/writing-area.tsx';
import { lazyDecoration } from '../../../platform/browser/lazy-decoration.ts';
import { useVisibleAlert } from '../../../platform/browser/visible-alerts.ts';
import { parseDepth } from '../../../platform/text/parse-depth.ts';
import './composer.css';
import type { ComposerEvent, ComposerState } from './composer-state.ts';
import { PictureButton } from './picture-button.tsx';
import { PictureField, PictureProgress } from './picture-field.tsx';
import { texts } from './texts.ts';
import { useComposer } from './use-composer.ts';

// Loaded when the member begins to write, because most visits to the dashboard include no post.
const DepthChoice = lazyDecoration(() => import('../../../design/depth-choice.tsx'));
const RemainingAllowance = lazyDecoration(() => import('../../../design/remaining-allowance.tsx'));

/**
 * Returns the refs of the text and of the picture's description.
 *
 * Focuses the text after publishing, and the description after adding a picture, but nothing when the screen opens.
 */
function useComposerFocus({ publishedCount, picture }: ComposerState) {
  const field = useRef<HTMLTextAreaElement>(null);
  const altField = useRef<HTMLInputElement>(null);
  const latestValues = useRef({ publishedCount, file: picture?.file });

  useEffect(() => {
    if (publishedCount > latestValues.current.publishedCount) field.current?.focus();
    else if (picture && picture.file !== latestValues.current.file) altField.current?.focus();
    latestValues.current = { publishedCount, file: picture?.file };
  }, [publishedCount, picture]);

  return { field, altField };
}

interface ComposerPictureProps {
  /** Prefix of the elements' IDs. */
  readonly id: string;
  readonly state: ComposerState;
  readonly dispatch: (event: ComposerEvent) => void;
  readonly textField: RefObject<HTMLTextAreaElement | null>;
  readonly altField: RefObject<HTMLInputElement | null>;
}

/** The picture of the post, and its progress while it is uploaded. Removing the picture focuses the text. */
function ComposerPicture({ id, state, dispatch, textField, altField }: ComposerPictureProps) {
  const { picture, status, progress } = state;
  if (!picture) return null;

  const isPublishing = status === 'publishing';

  return (
    <>
      <PictureField
        id={id}
        picture={picture}
        readOnly={isPublishing}
        field={altField}
        onDescribe={(alt) => dispatch({ type: 'described', alt })}
        onRemove={() => {
          dispatch({ type: 'removed' });
          textField.current?.focus();
        }}
      />
      {isPublishing && <PictureProgress progress={progress} />}
    </>
  );
}

interface PostAllowanceProps {
  readonly hasPicture: boolean;
  /** Whether the member is about to publish. */
  readonly isActive: boolean;
}

/** Shows how much remains of the limits that the post counts towards. */
function PostAllowance({ hasPicture, isActive }: PostAllowanceProps) {
  return (
    <Suspense>
      <RemainingAllowance limits={hasPicture ? ['posts', 'uploads', 'storedBytes'] : ['posts']} isActive={isActive} />
    </Suspense>
  );
}

interface ComposerFootProps {
  /** The ID of the character count, which describes the text. */
  readonly countId: string;
  readonly state: ComposerState;
  readonly measurement: TextMeasurement;
  /** Whether the text and the depth are valid. */
  readonly isSendable: boolean;
  readonly choosePicture: (file: File) => Promise<void>;
}

/** The bottom row: the picture button, the character count, and the Post button. */
function ComposerFoot({ countId, state, measurement, isSendable, choosePicture }: ComposerFootProps) {
  const { picture, status } = state;
  const isPublishing = status === 'publishing';

  return (
    <div className="composer__foot">
      <PictureButton
        hasPicture={picture !== undefined}
        isOpening={status === 'opening'}
        disabled={isPublishing}
        onChoose={(file) => void choosePicture(file)}
      />
      <CharacterCount id={countId} length={measurement.length} limit={MAX_POST_LENGTH} />
      {/* Not disabled while the post is published, so that the button keeps the focus. */}
      <button
        type="submit"
        className="button button--small"
        disabled={!isSendable}
        aria-disabled={status !== 'writing'}
      >
        {isPublishing ? texts.posting : texts.post}
      </button>
    </div>
  );
}

interface PostComposerProps {
  readonly viewer: OwnProfile;
  readonly onPosted?: (post: Post) => void;
}

/** The form to write a post. The text and the picture stay while the member visits other screens. */
export function PostComposer({ viewer, onPosted }: PostComposerProps) {
  const { state, dispatch, choosePicture, publish } = useComposer(viewer, onPosted);
  const { text, picture, status, problem } = state;
  const measurement = measureText(text, MAX_POST_LENGTH);
  const depth = parseDepth(state.depth, { ownDepth: viewer.depth });
  const isPublishing = status === 'publishing';

  // Once open, the form stays open: closing would move the page while the focus leaves.
  const [wasTouched, setWasTouched] = useState(false);
  const isOpen = wasTouched || text !== '' || picture !== undefined || state.depth !== '';

  const id = useId();
  const countId = `${id}count`;
  useVisibleAlert(Boolean(problem));
  const { field, altField } = useComposerFocus(state);

  function send() {
    if (!measurement.isSendable || depth === 'invalid' || status !== 'writing') return;

    publish({ content: measurement.clean, depth });
  }

  function onPaste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files;
    if (!file) return;

    event.preventDefault();
    void choosePicture(file);
  }

  return (
    <form
      className={isOpen ? 'panel composer composer--open' : 'panel composer'}
      onFocus={() => setWasTouched(true)}
      aria-label={texts.newPost}
      aria-busy={isPublishing}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="composer__words">
        <Avatar username={viewer.username} picture={viewer.profilePicture} />
        <WritingArea
          field={field}
          rows={isOpen ? 2 : 1}
          value={text}
          isTooLong={measurement.length > MAX_POST_LENGTH}
          readOnly={isPublishing}
          placeholder={texts.postPlaceholder}
          label={texts.postLabel}
          countId={countId}
          onType={(newText) => dispatch({ type: 'typed', text: newText })}
          onPaste={onPaste}
          onSend={send}
        />
      </div>
      <ComposerPicture id={id} state={state} dispatch={dispatch} textField={field} altField={altField} />
      {isOpen && (
        <Suspense>
          <DepthChoice
            text={state.depth}
            ownDepth={viewer.depth}
            readOnly={isPublishing}
            onType={(newDepth) => dispatch({ type: 'depthTyped', depth: newDepth })}
          />
        </Suspense>
      )}
      <div role="alert">{problem && <p className="card-problem">{problem}</p>}</div>
      {measurement.clean !== '' && <PostAllowance hasPicture={picture !== undefined} isActive={!isPublishing} />}
      {isOpen && (
        <ComposerFoot
          countId={countId}
          state={state}
          measurement={measurement}
          isSendable={measurement.isSendable && depth !== 'invalid'}
          choosePicture={choosePicture}
        />
      )}
    </form>
  );
}
