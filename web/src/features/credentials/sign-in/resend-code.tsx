import { Button } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import './resend-code.css';
import { texts } from '../texts.ts';

const COOLDOWN_MS = 30_000;

const cooldownEnd = () => Date.now() + COOLDOWN_MS;

interface ResendCodeProps {
  readonly busy: boolean;
  /** Sends another code. Resolves to false if that failed. */
  readonly onSend: () => Promise<boolean>;
}

/** A button that sends the code again. It is disabled for 30 seconds after each code. */
export function ResendCode({ busy, onSend }: ResendCodeProps) {
  const [end, setEnd] = useState(cooldownEnd);
  const [now, setNow] = useState(Date.now);
  const [sent, setSent] = useState(false);
  const secondsLeft = Math.ceil((end - now) / 1000);
  const waiting = secondsLeft > 0;

  useEffect(() => {
    if (!waiting) return;
    // Read the clock each time: browsers throttle timers in background tabs.
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [waiting]);

  async function send() {
    if (busy || waiting) return;
    setSent(false);
    if (!(await onSend())) return;
    setSent(true);
    setNow(Date.now());
    setEnd(cooldownEnd());
  }

  return (
    <div className="resend-code">
      <p role="status">{sent && texts.resent}</p>
      <Button variation="link" aria-disabled={busy || waiting} onClick={() => void send()}>
        {waiting ? texts.resendIn(secondsLeft) : texts.resend}
      </Button>
    </div>
  );
}
