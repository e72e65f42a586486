/** A loading indicator of rising bubbles. */
export function BubbleLoader({ label }: { label: string }) {
  return (
    <div className="bubble-loader" role="status">
      <span className="bubble-loader__bubbles" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span>{label}</span>
    </div>
  );
}
