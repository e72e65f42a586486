import { type ReactNode, Suspense, useState } from 'react';

interface DialogButtonProps {
  readonly className?: string;
  /** The accessible name. */
  readonly label: string;
  /** The tooltip. */
  readonly title: string;
  readonly icon: ReactNode;
  /** Renders the dialog, which may be a lazily loaded part. */
  readonly renderDialog: (onClose: () => void) => ReactNode;
}

/** A button with an icon that opens a dialog. Shows nothing while the dialog's code loads. */
export function DialogButton({ className = 'icon-button', label, title, icon, renderDialog }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);

  return (
    <>
      <button type="button" className={className} aria-label={label} title={title} onClick={() => setIsOpen(true)}>
        {icon}
      </button>
      {isOpen && <Suspense>{renderDialog(() => setIsOpen(false))}</Suspense>}
    </>
  );
}
