import { type ClipboardEvent, type SubmitEvent, useEffect, useId, useRef } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { MAX_POST_LENGTH } from '../../../../../shared/depth/limits.ts';
import { CharacterCount } from '../../../design/writing/character-count.tsx';
import { Avatar } from '../../../ocean/avatar.tsx';
import '../../../design/writing/fields.css';
import { WritingArea } from '../../../design/writing/writing-area.tsx';
import { measure } from '../../../design/writing/written-text.ts';
import './composer.css';
import { texts } from '../texts.ts';
import { PictureButton } from './picture-button.tsx';
import { PictureField, SendingBar } from './picture-field.tsx';
import { useComposer } from './use-composer.ts';

interface PostComposerProps {
  readonly viewer: OwnProfile;
  readonly onPosted?: (post: Post) => void;
}

/** Writes a post, with a picture or without. The words stay while one looks around; the picture does not. */
export function PostComposer({ viewer, onPosted }: PostComposerProps) {
  const { state, dispatch, choosePicture, publish } = useComposer(viewer, onPosted);
  const { text, picture, status, progress, problem, published } = state;
  const field = useRef<HTMLTextAreaElement>(null);
  const altField = useRef<HTMLInputElement>(null);
  const id = useId();
  const { clean, length, sendable } = measure(text, MAX_POST_LENGTH);
  const publishing = status === 'publishing';

  // The next post begins where the last one did; a new picture asks for its description.
  useEffect(() => {
    if (published > 0) field.current?.focus();
  }, [published]);
  useEffect(() => {
    if (picture?.file) altField.current?.focus();
  }, [picture?.file]);

  const send = () => {
    if (sendable && status === 'writing') publish(clean);
  };

  function onPaste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files;
    if (!file) return;
    event.preventDefault();
    void choosePicture(file);
  }

  return (
    <form
      className="panel composer"
      aria-label={texts.newPost}
      aria-busy={publishing}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="composer__words">
        <Avatar username={viewer.username} picture={viewer.profilePicture} />
        <WritingArea
          field={field}
          rows={2}
          value={text}
          tooLong={length > MAX_POST_LENGTH}
          readOnly={publishing}
          placeholder={texts.postPlaceholder}
          label={texts.postLabel}
          countId={`${id}count`}
          onType={(typed) => dispatch({ type: 'typed', text: typed })}
          onPaste={onPaste}
          onSend={send}
        />
      </div>
      {picture && (
        <PictureField
          id={id}
          picture={picture}
          readOnly={publishing}
          field={altField}
          onDescribe={(alt) => dispatch({ type: 'described', alt })}
          onRemove={() => {
            dispatch({ type: 'removed' });
            field.current?.focus();
          }}
        />
      )}
      {publishing && picture && <SendingBar progress={progress} />}
      <div role="alert">{problem && <p className="card-problem">{problem}</p>}</div>
      <div className="composer__foot">
        <PictureButton
          chosen={picture !== undefined}
          opening={status === 'opening'}
          disabled={publishing}
          onChoose={(file) => void choosePicture(file)}
        />
        <CharacterCount id={`${id}count`} length={length} limit={MAX_POST_LENGTH} />
        <button
          type="submit"
          className="button button--small"
          disabled={!sendable}
          aria-disabled={status !== 'writing'}
        >
          {publishing ? texts.posting : texts.post}
        </button>
      </div>
    </form>
  );
}
