/** The mean of all reviews and their number: '★ 4.3 (12)'; nothing where there are none. */
export function Rating({ rating, count }: { rating: number | null; count: number }) {
  return rating === null ? null : (
    <span
      role="img"
      aria-label={`${rating} of 5 stars, ${count} reviews`}
      className="text-sm whitespace-nowrap"
    >
      <span className="text-amber">★</span> {rating.toFixed(1)} <span className="text-muted">({count})</span>
    </span>
  )
}
