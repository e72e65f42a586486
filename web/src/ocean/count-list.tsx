import { AnimatedNumber } from './animated-number.tsx';

interface CountListProps {
  readonly counts: readonly {
    readonly label: string;
    readonly value: number;
    /** Digits after the point; none by default. */
    readonly decimals?: number;
  }[];
  readonly className?: string;
}

/** Lists counts of a member, such as followers. The numbers count up or down when they change. */
export function CountList({ counts, className }: CountListProps) {
  return (
    <dl className={className}>
      {counts.map(({ label, value, decimals = 0 }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <AnimatedNumber value={value} format={(current) => current.toFixed(decimals)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
