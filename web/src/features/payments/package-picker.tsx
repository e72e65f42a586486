import { useId } from 'react';
import { PACKAGE_METRES } from '../../../../shared/depth/prices.ts';
import './packages.css';
import { advertisedPrice, purchaseFor } from './purchase/purchase.ts';
import { texts } from './texts.ts';

interface PackagePickerProps {
  /** Metres. Undefined if the custom depth can't be bought. */
  readonly selected: number | undefined;
  readonly disabled: boolean;
  readonly onChange: (metres: number) => void;
}

/** Chooses one of the depth packages. */
export function PackagePicker({ selected, disabled, onChange }: PackagePickerProps) {
  const id = useId();
  return (
    <fieldset className="purchase__set" disabled={disabled}>
      <legend>{texts.packages}</legend>
      <div className="packages">
        {PACKAGE_METRES.map((metres, index) => (
          <label key={metres} className="package">
            <input
              type="radio"
              className="visually-hidden"
              name={`${id}package`}
              checked={metres === selected}
              onChange={() => onChange(metres)}
            />
            <span className={`package__porthole package__porthole--${index}`} aria-hidden="true" />
            <span className="package__metres">{metres}m</span>{' '}
            <span className="package__price">{advertisedPrice(purchaseFor(metres).cents)}</span>{' '}
            <span className="package__note">{texts.packageNotes[index]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
