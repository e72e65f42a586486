import { useId } from 'react';
import { createPortal } from 'react-dom';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { ListedLedgerEntry } from '../../../../../shared/contract/ledger.ts';
import { formatDollars } from '../../../../../shared/rules/prices.ts';
import { Modal } from '../../../design/modal.tsx';
import { formatDepth } from '../../../platform/text/format-depth.ts';
import './receipt.css';
import { receiptTexts } from './receipt-texts.ts';

interface ReceiptDialogProps {
  readonly entry: ListedLedgerEntry;
  readonly profile: OwnProfile;
  readonly onClose: () => void;
}

/** The dialog with the receipt of a purchase, which can be printed. */
export function ReceiptDialog({ entry, profile, onClose }: ReceiptDialogProps) {
  const id = useId();
  const { payment, at, change } = entry;
  if (!payment) return null;

  const lines = [
    [receiptTexts.date, new Date(at).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })],
    [receiptTexts.number, payment.paymentId],
    [receiptTexts.name, profile.username],
    [receiptTexts.email, profile.email],
    [receiptTexts.item, payment.packageName],
    [receiptTexts.depth, formatDepth(change)],
    [receiptTexts.method, receiptTexts.providers[payment.provider]],
  ] as const;

  // Renders outside the page, because the print styles hide everything else in the body.
  return createPortal(
    <Modal labelledBy={id} className="receipt" onClose={onClose}>
      <header className="receipt__head">
        <img src="/favicon.svg" alt="" width="44" height="44" />
        <p>{receiptTexts.product}</p>
        <h2 id={id}>{receiptTexts.title}</h2>
      </header>
      <dl className="receipt__lines">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="receipt__amount">
          <dt>{receiptTexts.amount}</dt>
          <dd>{receiptTexts.currency(formatDollars(payment.cents))}</dd>
        </div>
      </dl>
      <p className="receipt__thanks">{receiptTexts.thanks}</p>
      <div className="button-row receipt__actions">
        <button type="button" className="button" onClick={() => print()}>
          {receiptTexts.print}
        </button>
        <button type="button" className="button button--quiet" onClick={onClose}>
          {receiptTexts.close}
        </button>
      </div>
    </Modal>,
    document.body,
  );
}
