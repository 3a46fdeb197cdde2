import { useSearchParams } from 'react-router'
import type { GreenClaimState } from '../../../../contract/green-claim-list.ts'
import type { ListPage } from '../../../api/client.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ListSearch } from '../list-search.tsx'

interface Pick {
  id: string
  name: string
  attached: boolean
}

interface Props {
  first: ListPage<Pick>
  more: (cursor: string | undefined) => Promise<ListPage<Pick>>
  search: string
  state: GreenClaimState
  /** Products that the claim is made of. */
  count: number
  /** What was ticked or unticked and is not saved yet; it outlives a search. */
  picks: ReadonlyMap<string, boolean>
  onPick: (picks: ReadonlyMap<string, boolean>) => void
  busy: boolean
  onSave: () => void
}

/** The products of a claim: chosen from all of the seller while it is written, only taken out afterwards. */
export function ProductPicker({ first, more, search, state, count, picks, onPick, busy, onSave }: Props) {
  const [, setParams] = useSearchParams()
  const { items, list, loadMore } = useOwnList(first, more)
  const writing = state === 'drafted' || state === 'refused'
  const over = state === 'expired' || state === 'withdrawn'
  const isOn = ({ id, attached }: Pick) => picks.get(id) ?? attached
  const change = (some: readonly Pick[], on: boolean) => {
    const changed = new Map(picks)
    for (const { id, attached } of some) {
      if (attached === on) changed.delete(id)
      else changed.set(id, on)
    }
    onPick(changed)
  }
  return (
    <Card className="flex flex-col gap-4 p-4 sm:p-6">
      <div>
        <h2 className="text-xl font-bold">Products</h2>
        <p role="status" className="text-sm text-muted">
          {count.toLocaleString('en-IN')} chosen
          {picks.size > 0 && `, ${picks.size.toLocaleString('en-IN')} not saved yet`}
        </p>
      </div>
      <ListSearch
        label="Search your products"
        search={search}
        onSearch={(words) =>
          setParams(words ? { search: words } : {}, { replace: true, preventScrollReset: true })
        }
      />
      {items.length === 0 ? (
        <p className="text-sm text-muted">
          {search ? 'No product has these words.' : writing ? 'You have no products yet.' : 'No products.'}
        </p>
      ) : (
        <ul
          ref={list}
          aria-label="Your products"
          className="max-h-[28rem] divide-y divide-line overflow-y-auto"
        >
          {items.map((item) => (
            <li key={item.id} tabIndex={-1}>
              <label className="flex min-h-11 items-center gap-3 py-2 text-sm">
                <input
                  type="checkbox"
                  checked={isOn(item)}
                  disabled={over || busy}
                  onChange={({ currentTarget }) => change([item], currentTarget.checked)}
                  className="size-5 shrink-0 accent-leaf"
                />
                <bdi className="min-w-0 wrap-anywhere">{item.name}</bdi>
              </label>
            </li>
          ))}
        </ul>
      )}
      <LoadMore {...loadMore} />
      {!over && (
        <div className="flex flex-wrap items-center gap-3">
          {writing && items.length > 1 && (
            <Button look="ghost" onClick={() => change(items, !items.every(isOn))}>
              {items.every(isOn) ? 'Untick all shown' : 'Tick all shown'}
            </Button>
          )}
          <Button
            look="secondary"
            disabled={picks.size === 0}
            busy={busy}
            busyLabel="Saving..."
            onClick={onSave}
          >
            Save products
          </Button>
          {picks.size === 0 && (
            <p className="text-sm text-muted">
              {writing ? 'Tick or untick products first.' : 'Untick products first.'}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}
