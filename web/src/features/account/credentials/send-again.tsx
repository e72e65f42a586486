import { Button } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import './send-again.css';
import { texts } from '../texts.ts';

const COOL_DOWN_MS = 30_000;

const untilNext = () => Date.now() + COOL_DOWN_MS;

interface SendAgainProps {
  readonly busy: boolean;
  /** Sends another code; answers whether it was sent. */
  readonly onSend: () => Promise<boolean>;
}

/** Has a code sent again. One was sent just now, so for a while there is nothing to press. */
export function SendAgain({ busy, onSend }: SendAgainProps) {
  const [until, setUntil] = useState(untilNext);
  const [now, setNow] = useState(Date.now);
  const [sent, setSent] = useState(false);
  const left = Math.ceil((until - now) / 1000);
  const waiting = left > 0;

  useEffect(() => {
    if (!waiting) return;
    // The clock is read each time: a tab in the background is seldom woken.
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [waiting]);

  async function send() {
    if (busy || waiting) return;
    setSent(false);
    if (!(await onSend())) return;
    setSent(true);
    setNow(Date.now());
    setUntil(untilNext());
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
