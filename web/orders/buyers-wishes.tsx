import { Gift } from '../ui/home-icons.tsx'
import { Pencil } from '../ui/more-icons.tsx'

/** What the buyer asked of the seller at the checkout; nothing where they asked nothing. */
export function BuyersWishes({ note, gift }: { note: string | null; gift: boolean }) {
  if (note === null && !gift) return null
  return (
    <ul aria-label="Wishes of the buyer" className="flex flex-col gap-1.5 text-sm">
      {gift && (
        <li className="flex gap-2.5 font-semibold">
          <Gift aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-forest" />A gift: no prices in the
          parcel
        </li>
      )}
      {note !== null && (
        <li className="flex gap-2.5">
          <Pencil aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-forest" />
          <span className="min-w-0">
            Note to the seller: <bdi className="wrap-anywhere">“{note}”</bdi>
          </span>
        </li>
      )}
    </ul>
  )
}
