import { type ClipboardEvent, type SubmitEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { MAX_POST_LENGTH } from '../../../../../shared/rules/limits.ts';
import { CharacterCount } from '../../../design/writing/character-count.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import '../../../design/writing/fields.css';
import { measureText } from '../../../design/writing/measure-text.ts';
import { WritingArea } from '../../../design/writing/writing-area.tsx';
import { lazyDecoration } from '../../../platform/browser/lazy-decoration.ts';
import { useVisibleAlert } from '../../../platform/browser/visible-alerts.ts';
import './composer.css';
import { texts } from '../texts.ts';
import type { ComposerState } from './composer-state.ts';
import { PictureButton } from './picture-button.tsx';
import { PictureField, PictureProgress } from './picture-field.tsx';
import { useComposer } from './use-composer.ts';

// Loaded when the member begins to write, because most visits to the dashboard include no post.
const RemainingAllowance = lazyDecoration(() => import('../../../design/remaining-allowance.tsx'));

interface PostComposerProps {
  readonly viewer: OwnProfile;
  readonly onPosted?: (post: Post) => void;
}

/** The form to write a post. The text and the picture stay while the member visits other screens. */
export function PostComposer({ viewer, onPosted }: PostComposerProps) {
  const { state, dispatch, choosePicture, publish } = useComposer(viewer, onPosted);
  const { text, picture, status, progress, problem } = state;
  const { clean, length, isSendable } = measureText(text, MAX_POST_LENGTH);
  const isPublishing = status === 'publishing';

  // Once open, the form stays open: closing would move the page while the focus leaves.
  const [wasTouched, setWasTouched] = useState(false);
  const isOpen = wasTouched || text !== '' || picture !== undefined;

  const id = useId();
  useVisibleAlert(Boolean(problem));
  const { field, altField } = useComposerFocus(state);

  function send() {
    if (isSendable && status === 'writing') publish(clean);
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
          isTooLong={length > MAX_POST_LENGTH}
          readOnly={isPublishing}
          placeholder={texts.postPlaceholder}
          label={texts.postLabel}
          countId={`${id}count`}
          onType={(newText) => dispatch({ type: 'typed', text: newText })}
          onPaste={onPaste}
          onSend={send}
        />
      </div>
      {picture && (
        <PictureField
          id={id}
          picture={picture}
          readOnly={isPublishing}
          field={altField}
          onDescribe={(alt) => dispatch({ type: 'described', alt })}
          onRemove={() => {
            dispatch({ type: 'removed' });
            field.current?.focus();
          }}
        />
      )}
      {isPublishing && picture && <PictureProgress progress={progress} />}
      <div role="alert">{problem && <p className="card-problem">{problem}</p>}</div>
      {clean !== '' && (
        <Suspense>
          <RemainingAllowance
            limits={picture ? ['posts', 'uploads', 'storedBytes'] : ['posts']}
            isActive={!isPublishing}
          />
        </Suspense>
      )}
      {isOpen && (
        <div className="composer__foot">
          <PictureButton
            hasPicture={picture !== undefined}
            isOpening={status === 'opening'}
            disabled={isPublishing}
            onChoose={(file) => void choosePicture(file)}
          />
          <CharacterCount id={`${id}count`} length={length} limit={MAX_POST_LENGTH} />
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
      )}
    </form>
  );
}

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
