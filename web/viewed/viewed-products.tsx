import { useEffect, useRef, useState } from 'react'
import { dayInWords } from '../../contract/day-in-words.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { related } from '../../contract/related.ts'
import { relatedLimits } from '../../contract/related-limits.ts'
import type { CardProduct } from '../products/product-card.tsx'
import { ProductStrip } from '../products/product-strip.tsx'
import { clearViewed, noteViewed } from './viewed-list.ts'

/**
 * Sorted, so that equal lists have equal addresses. What is not on sale any more does not come back. Without cookies: the server
 * learns nothing of who asks.
 */
async function cardsOf(ids: readonly string[]): Promise<CardProduct[]> {
  if (ids.length === 0) return []
  const address = `/api/v1${related.cards.path}?ids=${ids.toSorted().join(',')}`
  const response = await fetch(address, { credentials: 'omit' })
  if (!response.ok) throw new Error(`The products could not be loaded: ${response.status}.`)
  const cards = (await response.json()) as Reply<typeof related.cards>
  // Each is the very listing that was viewed, not what stands for its family.
  return ids.flatMap((id) =>
    cards
      .filter((card) => card.id === id)
      .map(({ family: _, ...card }) => ({
        ...card,
        ...(card.backOn && { backOn: dayInWords(card.backOn) }),
      })),
  )
}

/** What this browser has shown before the product `id`, if any. */
export function ViewedProducts({ id }: { id?: string }) {
  const [products, setProducts] = useState<CardProduct[]>([])
  const [cleared, setCleared] = useState(false)
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    let left = false
    setCleared(false)
    const look = async () => {
      const found = await cardsOf(noteViewed(id))
      if (!left) setProducts(found)
    }
    look().catch((error: unknown) => console.info('What was viewed could not be shown.', error))
    return () => {
      left = true
    }
  }, [id])
  useEffect(() => {
    if (cleared) note.current?.focus()
  }, [cleared])

  if (cleared)
    return (
      <p ref={note} tabIndex={-1} className="page-width mt-12 text-muted">
        The list of what you viewed is cleared.
      </p>
    )
  if (products.length === 0) return null
  return (
    <section aria-labelledby="viewed" className="page-width mt-12 sm:mt-16">
      <div className="flex items-center justify-between gap-4">
        <h2 id="viewed" className="min-w-0 text-xl font-bold tracking-tight sm:text-2xl">
          Recently viewed
        </h2>
        <button
          type="button"
          aria-label="Clear recently viewed"
          onClick={() => {
            clearViewed()
            setCleared(true)
          }}
          className="-mr-3 inline-flex min-h-11 shrink-0 items-center rounded-full px-3 font-semibold text-forest underline-offset-4 hover:underline"
        >
          Clear
        </button>
      </div>
      <p className="mb-5 text-sm text-muted">
        Kept in this browser only, for {relatedLimits.viewedDays} days or until you clear it or log out.
      </p>
      <ProductStrip products={products} label="Recently viewed" />
    </section>
  )
}
