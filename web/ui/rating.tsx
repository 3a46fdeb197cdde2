/** The mean of all reviews and their number: '★ 4.3 (12)'; nothing where there are none. */
export function Rating({ rating, count }: { rating: number | null; count: number }) {
  return rating === null ? null : (
    <span className="shrink-0 text-sm text-muted">
      <span className="sr-only">Rated </span>★ {rating.toFixed(1)} ({count})
    </span>
  )
}
