/** A grey stand-in of the size of what is still loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-xl bg-mist ${className}`} />
}
