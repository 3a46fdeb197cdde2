/** Listings of the seller that are in no family: searched, and picked one by one. */
import type { FamilyChoice } from '../../../../contract/family.ts'
import type { ListPage } from '../../../api/client.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { Price } from '../../../products/price.tsx'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { ListSearch } from '../list-search.tsx'

interface Props {
  first: ListPage<FamilyChoice>
  more: (cursor: string | undefined) => Promise<ListPage<FamilyChoice>>
  search: string
  onSearch: (words: string) => void
  /** Ids that are picked already. */
  picked: ReadonlySet<string>
  /** The word on the button. */
  verb: string
  onPick: (listing: FamilyChoice) => void
  busy?: boolean
}

export function ListingPicker({ first, more, search, onSearch, picked, verb, onPick, busy = false }: Props) {
  const { items, list, loadMore } = useOwnList(first, more)
  const left = items.filter(({ id }) => !picked.has(id))
  return (
    <div className="flex flex-col gap-3">
      <ListSearch label="Search your listings" search={search} onSearch={onSearch} />
      {left.length === 0 ? (
        <p className="text-sm text-muted">
          {search
            ? 'No listing that is in no family has these words.'
            : 'All your listings of this subcategory are in a family.'}
        </p>
      ) : (
        <ul
          ref={list}
          aria-label="Your listings that are in no family"
          className="max-h-[30rem] divide-y divide-line overflow-y-auto"
        >
          {left.map((listing) => (
            <li key={listing.id} tabIndex={-1} className="flex items-center gap-3 py-2">
              <Picture
                src={listing.imageUrl}
                alt=""
                size={80}
                className="size-12 shrink-0 rounded-lg bg-mist"
              />
              <span className="min-w-0 flex-1 text-sm">
                <bdi className="line-clamp-2 font-medium wrap-anywhere">{listing.name}</bdi>
                <span className="text-muted">
                  {listing.subCategoryName} · <Price rupees={listing.price} />
                </span>
              </span>
              <Button
                look="secondary"
                busy={busy}
                className="shrink-0"
                aria-label={`${verb} ${listing.name}`}
                onClick={() => onPick(listing)}
              >
                {verb}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LoadMore {...loadMore} />
    </div>
  )
}
