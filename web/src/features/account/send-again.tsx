import { Button } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import './send-again.css';
import { texts } from './texts.ts';

const COOL_DOWN_SECONDS = 30;

interface SendAgainProps {
  readonly busy: boolean;
  /** Sends another code; answers whether it was sent. */
  readonly onSend: () => Promise<boolean>;
}

/** Has a code sent again. One was sent just now, so for a while there is nothing to press. */
export function SendAgain({ busy, onSend }: SendAgainProps) {
  const [left, setLeft] = useState(COOL_DOWN_SECONDS);
  const [sent, setSent] = useState(false);
  const waiting = left > 0;

  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [waiting]);

  async function send() {
    if (busy || waiting) return;
    setSent(false);
    if (!(await onSend())) return;
    setSent(true);
    setLeft(COOL_DOWN_SECONDS);
  }

  return (
    <div className="send-again">
      <p role="status">{sent && texts.sentAgain}</p>
      <Button variation="link" aria-disabled={busy || waiting} onClick={() => void send()}>
        {waiting ? texts.sendAgainIn(left) : texts.sendAgain}
      </Button>
    </div>
  );
}
