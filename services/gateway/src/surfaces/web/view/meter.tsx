import { formatCount } from './format-money';

interface Props {
  label: string;
  used: number;
  /** Absent: unlimited. */
  limit: number | undefined;
}

/** How much of an allowance is used; without a limit there is nothing to draw. */
export const Meter = ({ label, used, limit }: Props) => (
  <div class="meter">
    <div class="meter-text">
      <span>{label}</span>
      <span class="numeric">
        {formatCount(used)} of {limit === undefined ? 'unlimited' : formatCount(limit)}
      </span>
    </div>
    {limit !== undefined && (
      <progress aria-label={label} max={Math.max(1, limit)} value={Math.min(used, limit)}>
        {used}
      </progress>
    )}
  </div>
);
