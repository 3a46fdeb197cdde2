/** Photos that only some people may see, as small pictures that open in full. */
export function PrivatePhotos({ ids, alt }: { ids: readonly string[]; alt: string }) {
  if (ids.length === 0) return null
  return (
    <ul aria-label="Photos" className="flex flex-wrap gap-2">
      {ids.map((id, index) => (
        <li key={id}>
          <a
            href={`/api/v1/private/returns/photos/${id}`}
            target="_blank"
            rel="noreferrer"
            className="block size-20 overflow-hidden rounded-xl border border-line bg-mist"
          >
            <img
              src={`/api/v1/private/returns/photos/${id}`}
              alt={`${alt}, ${index + 1} of ${ids.length}`}
              width={80}
              height={80}
              loading="lazy"
              decoding="async"
              className="size-full object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
