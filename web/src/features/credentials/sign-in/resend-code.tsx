import { Button } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import './resend-code.css';
import { texts } from '../texts.ts';

/** How long the button is disabled after each code, in milliseconds. */
const COOLDOWN_MS = 30_000;

/** Returns the time at which the button is enabled again, in milliseconds since 1970. */
const computeCooldownEnd = () => Date.now() + COOLDOWN_MS;

interface ResendCodeProps {
  readonly isBusy: boolean;
  /** Sends another code. Resolves to false if that failed. */
  readonly onSend: () => Promise<boolean>;
}

/** A button that sends the code again. It is disabled for 30 seconds after each code. */
export function ResendCode({ isBusy, onSend }: ResendCodeProps) {
  const [cooldownEnd, setCooldownEnd] = useState(computeCooldownEnd);
  const [now, setNow] = useState(Date.now);
  const [wasSent, setWasSent] = useState(false);
  const secondsLeft = Math.ceil((cooldownEnd - now) / 1000);
  const isWaiting = secondsLeft > 0;

  useEffect(() => {
    if (!isWaiting) return;

    // Reads the clock each time, because browsers throttle timers in background tabs.
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  async function send() {
    if (isBusy || isWaiting) return;

    setWasSent(false);
    if (!(await onSend())) return;

    setWasSent(true);
    setNow(Date.now());
    setCooldownEnd(computeCooldownEnd());
  }

  return (
    <div className="resend-code">
      <p role="status">{wasSent && texts.codeResent}</p>
      <Button variation="link" aria-disabled={isBusy || isWaiting} onClick={() => void send()}>
        {isWaiting ? texts.resendCodeIn(secondsLeft) : texts.resendCode}
      </Button>
    </div>
  );
}
