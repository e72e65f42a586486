import './select-box.css';
import { texts } from './texts.ts';

/**
 * Selects or deselects the file with this ID. With `isRange`, does so with all files from the last changed file to this
 * one.
 */
export type SelectFile = (id: string, options: { readonly isRange: boolean }) => void;

interface SelectBoxProps {
  readonly rowId: string;
  readonly fileName: string;
  readonly isSelected: boolean;
  /** Whether the member is selecting. Otherwise only a pointer reaches the box, and keyboards start with a button. */
  readonly isSelecting: boolean;
  readonly onSelect: SelectFile;
}

/** The checkbox that selects a file. With Shift, it selects a range. */
export function SelectBox({ rowId, fileName, isSelected, isSelecting, onSelect }: SelectBoxProps) {
  return (
    <span className={`select-box${isSelecting ? ' select-box--open' : ''}`}>
      <input
        type="checkbox"
        aria-label={texts.selectFile(fileName)}
        checked={isSelected}
        tabIndex={isSelecting ? 0 : -1}
        onChange={({ nativeEvent }) =>
          onSelect(rowId, { isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
        }
        onKeyDown={(event) => {
          // Browsers don't say whether Shift was down when the space bar switches a checkbox.
          if (event.key !== ' ' || !event.shiftKey) return;

          event.preventDefault();
          onSelect(rowId, { isRange: true });
        }}
      />
      <span>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12.500l4.500 4.500L19 7.500" />
        </svg>
      </span>
    </span>
  );
}
