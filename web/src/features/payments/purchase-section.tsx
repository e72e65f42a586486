import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { OwnProfile } from '../../../../shared/contract/account.ts';
import { SURFACE_METRES } from '../../../../shared/rules/depth.ts';
import { PaymentForm } from './payment-form.tsx';
import type { PaymentCallbacks } from './purchase/use-payment.ts';
import { texts } from './texts.ts';

interface PurchaseSectionProps extends PaymentCallbacks {
  readonly profile: OwnProfile;
  /** Shown below the choice, or below the payment on a phone. */
  readonly children: ReactNode;
}

/**
 * The payment form. A member at the surface opens it with a button, because there is nothing left to reach.
 *
 * A purchase that reaches the surface keeps the form open, so that its result and the focus stay.
 */
export function PurchaseSection({ profile, children, ...callbacks }: PurchaseSectionProps) {
  const id = useId();
  const isAtSurface = profile.depth >= SURFACE_METRES;
  const [isOpen, setIsOpen] = useState(!isAtSurface);
  const [wasPressed, setWasPressed] = useState(false);
  const form = useRef<HTMLDivElement>(null);

  // The pressed button has disappeared, and with it the focus.
  useEffect(() => {
    if (wasPressed) form.current?.focus();
  }, [wasPressed]);

  function openForm(): void {
    setIsOpen(true);
    setWasPressed(true);
  }

  return (
    <>
      {isAtSurface && (
        <section className="at-surface" aria-labelledby={id}>
          <h2 id={id}>{texts.surfaceHeading}</h2>
          <p>{texts.surfaceText}</p>
          <p className="soft">{texts.supportText}</p>
          {!isOpen && (
            <button type="button" className="button button--quiet" onClick={openForm}>
              {texts.support}
            </button>
          )}
        </section>
      )}
      {(isOpen || !isAtSurface) && (
        <div ref={form} tabIndex={-1}>
          <PaymentForm profile={profile} {...callbacks}>
            {children}
          </PaymentForm>
        </div>
      )}
      {isAtSurface && !isOpen && children}
    </>
  );
}
