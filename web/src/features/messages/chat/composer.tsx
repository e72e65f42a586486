import {
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MAX_MESSAGE_LENGTH } from '../../../../../shared/rules/limits.ts';
import { CharacterCount } from '../../../design/writing/character-count.tsx';
import { useGrowingField } from '../../../design/writing/use-growing-field.ts';
import '../../../design/writing/fields.css';
import { readDraft, saveDraft } from '../../../platform/browser/drafts.ts';
import type { Messenger } from '../messenger.ts';
import { measureMessage } from './measure-message.ts';
import { texts } from './texts.ts';
import { TypingSignal } from './typing-signal.ts';

/** The character count shows when at most this many characters are left. */
const COUNT_SHOWN_FROM = 500;

/** Returns the unsent text to a partner, and a function that changes and stores it. */
function useMessageDraft(viewerId: string, partnerId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(viewerId, `message.${partnerId}`) ?? '');

  function changeText(newText: string) {
    setText(newText);
    saveDraft(viewerId, `message.${partnerId}`, newText || null);
  }

  return [text, changeText];
}

/** Focuses the field when the conversation opens, except on touch screens. */
function useInitialFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // On a touch screen, the keyboard would cover the messages.
    if (!matchMedia('(pointer: fine)').matches) return;
    // Waits for a microtask, because the screen first moves the focus to its heading.
    queueMicrotask(() => field.current?.focus());
  }, [field]);
}

/** The button that sends the message, an arrow. */
function SendButton({ isDisabled }: { isDisabled: boolean }) {
  return (
    <button type="submit" className="icon-button chat-composer__send" aria-label={texts.send} disabled={isDisabled}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 12 20 4l-6 16-3-6zM11 14l4-5" />
      </svg>
    </button>
  );
}

interface ComposerProps {
  readonly messenger: Messenger;
  readonly partnerId: string;
  readonly partnerName: string;
}

/** The field for a new message. Enter sends it; Shift+Enter starts a new line. */
export function Composer({ messenger, partnerId, partnerName }: ComposerProps) {
  const { viewerId, socket } = messenger;
  const [text, changeText] = useMessageDraft(viewerId, partnerId);
  const field = useRef<HTMLTextAreaElement>(null);

  useGrowingField(field, text);
  const typingSignal = useMemo(() => new TypingSignal(socket, partnerId), [socket, partnerId]);
  const id = useId();
  const { clean, length, over, isSendable, isTooLarge } = measureMessage(text);

  useInitialFocus(field);

  function send() {
    if (!isSendable) return;

    messenger.send(partnerId, clean);
    typingSignal.handleSend();
    changeText('');
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes text, Enter picks a candidate. Safari reports it as key code 229.
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
        aria-label={texts.messageTo(partnerName)}
        aria-describedby={`${id}count ${id}problem`}
        aria-invalid={over > 0 || isTooLarge}
        enterKeyHint="send"
        onChange={({ target }) => {
          changeText(target.value);
          typingSignal.handleChange(target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <SendButton isDisabled={!isSendable} />
      <CharacterCount id={`${id}count`} length={length} limit={MAX_MESSAGE_LENGTH} showBelow={COUNT_SHOWN_FROM} />
      <p id={`${id}problem`} role="alert" className="chat-composer__problem">
        {isTooLarge && texts.tooLarge}
      </p>
    </form>
  );
}
