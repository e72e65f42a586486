import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { MAX_MESSAGE_LENGTH } from '../../../../../shared/depth/limits.ts';
import { CharacterCount } from '../../../design/writing/character-count.tsx';
import '../../../design/writing/fields.css';
import type { Messenger } from '../messenger.ts';
import { texts } from '../texts.ts';
import { keepDraft, readDraft } from './draft.ts';
import { measureMessage } from './message-measure.ts';
import { useTypingSignal } from './use-typing-signal.ts';

interface ComposerProps {
  readonly messenger: Messenger;
  readonly userId: string;
  readonly name: string;
}

/** From how many characters before the limit they are counted. */
const COUNTED_FROM = 500;

/** Where a message is written. Enter sends it, Shift and Enter begin a new line. */
export function Composer({ messenger, userId, name }: ComposerProps) {
  const { viewerId, outbox, socket } = messenger;
  const [text, setText] = useState(() => readDraft(viewerId, userId));
  const field = useRef<HTMLTextAreaElement>(null);
  const signalTyping = useTypingSignal(socket, userId);
  const id = useId();
  const { clean, length, over, sendable, tooLarge } = measureMessage(text);

  useEffect(() => {
    // On a touch screen the keyboard would cover what one came to read.
    if (!matchMedia('(pointer: fine)').matches) return;
    // After the screen around it, which takes the focus to its heading when it is arrived at.
    queueMicrotask(() => field.current?.focus({ preventScroll: true }));
  }, []);

  function change(next: string) {
    setText(next);
    keepDraft(viewerId, userId, next);
  }

  function send() {
    if (!sendable) return;
    outbox.write(userId, clean);
    change('');
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // While letters are being composed, Enter chooses among them.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className="chat-composer"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        className="text-field"
        rows={1}
        dir="auto"
        value={text}
        placeholder={texts.placeholder}
        aria-label={texts.messageTo(name)}
        aria-describedby={`${id}count ${id}problem`}
        aria-invalid={over > 0 || tooLarge}
        enterKeyHint="send"
        onChange={({ target }) => {
          change(target.value);
          signalTyping(target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="icon-button chat-composer__send" aria-label={texts.send} disabled={!sendable}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12 20 4l-6 16-3-6zM11 14l4-5" />
        </svg>
      </button>
      <CharacterCount id={`${id}count`} length={length} limit={MAX_MESSAGE_LENGTH} near={COUNTED_FROM} />
      <p id={`${id}problem`} role="alert" className="chat-composer__problem">
        {tooLarge && texts.tooLarge}
      </p>
    </form>
  );
}
