import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../contract/endpoints.ts'
import type { WishlistItem } from '../../contract/wishlist.ts'
import { ApiError, call, type ListPage } from '../api/client.ts'
import { buyingWords } from '../messages/buying.ts'
import { failureMessage } from '../messages/failure-message.ts'
import { TryAgain } from '../layout/try-again.tsx'
import type { Loaded } from '../api/load-or-empty.ts'
import { paths } from '../paths.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Heart } from '../ui/icons.tsx'
import { LoadMore } from '../lists/load-more.tsx'
import { useOwnList } from '../lists/use-own-list.ts'
import { wishlistPage } from './load-wishlist.ts'
import { WishlistRow } from './wishlist-row.tsx'

export function Wishlist({ loaded }: { loaded: Loaded<ListPage<WishlistItem>> }) {
  const { items, list, loadMore } = useOwnList(loaded.value, wishlistPage)
  const { removed, remove } = useRemoval()
  const shown = items.filter(({ id }) => !removed.has(id))

  /** The pressed button is removed with its row: the focus goes to the list. */
  function removeRow(id: string): void {
    list.current?.focus({ preventScroll: true })
    void remove(id)
  }

  if (shown.length === 0 && !loadMore.next) {
    return (
      <EmptyState
        icon={<Heart />}
        title="Your Wishlist is Empty"
        text={
          loaded.failed
            ? 'We could not reach the shop just now.'
            : 'Press the heart of a product, and find it here again.'
        }
      >
        {loaded.failed && <TryAgain />}
        <Link to={paths.home} className={buttonClass()}>
          Explore Products
        </Link>
      </EmptyState>
    )
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Your wishlist" className="flex flex-col gap-3 sm:gap-4">
        {shown.map((item, index) => (
          <WishlistRow key={item.id} item={item} eager={index < 5} onRemove={() => removeRow(item.id)} />
        ))}
      </ul>
      <LoadMore {...loadMore} shown={shown.length} total={loadMore.total - removed.size} />
    </>
  )
}

/** Removes rows at once and shows them again where the server refuses. */
function useRemoval() {
  const signedOut = useSignedOut()
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())

  async function remove(id: string): Promise<void> {
    setRemoved((ids) => new Set(ids).add(id))
    try {
      await call(api.wishlist.remove, { params: { id } })
      toast.success(buyingWords.removeFromWishlist.success, { id: 'wishlist' })
    } catch (error) {
      // 404: removed already, e.g. in another tab.
      if (error instanceof ApiError && error.status === 404) return
      setRemoved((ids) => new Set([...ids].filter((other) => other !== id)))
      if (!signedOut(error))
        toast.error(failureMessage(error, buyingWords.removeFromWishlist), { id: 'wishlist' })
    }
  }

  return { removed, remove }
}
