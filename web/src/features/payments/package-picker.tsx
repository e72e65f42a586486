import { useId } from 'react';
import { layerAt } from '../../../../shared/rules/layers.ts';
import { PACKAGE_METRES } from '../../../../shared/rules/prices.ts';
import './packages.css';
import { buildPurchase, formatPackagePrice } from './purchase/purchase.ts';
import { texts } from './texts.ts';

interface PackagePickerProps {
  /** The member's depth, in metres. */
  readonly depth: number;
  /** The selected depth, in metres. Undefined if nothing is selected that can be bought. */
  readonly selectedMetres: number | undefined;
  readonly disabled: boolean;
  readonly onChange: (metres: number) => void;
}

/** Chooses one of the depth packages. */
export function PackagePicker({ depth, selectedMetres, disabled, onChange }: PackagePickerProps) {
  const id = useId();

  return (
    <fieldset className="purchase__set" disabled={disabled}>
      <legend className="visually-hidden">{texts.packages}</legend>
      <div className="packages">
        {PACKAGE_METRES.map((metres) => (
          <label key={metres} className="package">
            <input
              type="radio"
              className="visually-hidden"
              name={`${id}package`}
              checked={metres === selectedMetres}
              onChange={() => onChange(metres)}
            />
            <span className="package__metres">{metres}m</span>{' '}
            <span className="package__price">{formatPackagePrice(buildPurchase(metres).cents)}</span>{' '}
            <span className="package__note">{describeDestination(depth, metres)}</span>
            <svg className="package__check" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 12.500l4 4 8-9" />
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns the layer to which a package leads: "to Mid-Ocean", "to the Surface", or "higher in Shallow Waters". */
export function describeDestination(depth: number, metres: number): string {
  const { name } = layerAt(depth + metres);
  return name === layerAt(depth).name ? texts.staysIn(name) : texts.leadsTo(name);
}
