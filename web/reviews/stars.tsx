/** The stars of one review. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span role="img" aria-label={`${stars} of 5 stars`} className="whitespace-nowrap text-amber">
      {'★'.repeat(stars)}
      <span className="text-edge">{'☆'.repeat(5 - stars)}</span>
    </span>
  )
}
