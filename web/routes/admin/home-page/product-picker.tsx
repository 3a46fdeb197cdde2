/** Products that are picked by hand, found by search, in their order. */
import { useRef, useState } from 'react'
import type { ArrangedHomePage } from '../../../../contract/admin-home-page.ts'
import { homePageLimits } from '../../../../contract/catalogue-limits.ts'
import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api/client.ts'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChevronDown, Search, X } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Picked = ArrangedHomePage['products'][number]

interface Props {
  chosen: readonly string[]
  known: readonly Picked[]
  error: string | undefined
}

const round =
  'flex size-11 shrink-0 items-center justify-center rounded-full text-forest hover:bg-dew disabled:text-edge disabled:hover:bg-transparent'

export function ProductPicker({ chosen, known, error }: Props) {
  const signedOut = useSignedOut()
  const field = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<Picked[]>(() =>
    chosen.flatMap((id) => known.find((one) => one.id === id) ?? []),
  )
  const [found, setFound] = useState<Picked[]>([])
  const [said, setSaid] = useState('')

  async function search(): Promise<void> {
    const name = field.current?.value.trim()
    if (!name) return
    try {
      const products = await call(api.product.search, { params: { name }, query: { limit: 8 } })
      const rest = products.filter(({ id }) => !picked.some((one) => one.id === id))
      setFound(rest.map(({ id, name: title, imageUrl }) => ({ id, name: title, imageUrl, onSale: true })))
      setSaid(rest.length === 0 ? 'No other products found.' : `${rest.length} found.`)
    } catch (failed) {
      if (!signedOut(failed)) setSaid(failureMessage(failed, serverMsgOr('The search failed.')))
    }
  }

  function add(product: Picked): void {
    setPicked((before) => (before.some(({ id }) => id === product.id) ? before : [...before, product]))
    setFound(found.filter(({ id }) => id !== product.id))
    setSaid(`${product.name} is added.`)
    field.current?.focus()
  }

  function move(at: number): void {
    const [before, after] = [picked[at - 1], picked[at]]
    if (before && after) setPicked(picked.with(at - 1, after).with(at, before))
  }

  const full = picked.length >= homePageLimits.pickedMax
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">Hand-picked products</legend>
      <input type="hidden" name="products" value={picked.map(({ id }) => id).join(',')} />
      <ul
        aria-label="Picked products"
        className="divide-y divide-line rounded-xl border border-line empty:hidden"
      >
        {picked.map((product, index) => (
          <li key={product.id} className="flex items-center gap-2 p-2">
            <Thing product={product} />
            <button
              type="button"
              disabled={index === 0}
              aria-label={`Move ${product.name} up`}
              onClick={() => move(index)}
              className={round}
            >
              <ChevronDown aria-hidden="true" className="size-5 rotate-180" />
            </button>
            <button
              type="button"
              aria-label={`Remove ${product.name}`}
              onClick={() => setPicked(picked.filter(({ id }) => id !== product.id))}
              className={round}
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {full ? (
        <p className="text-sm text-muted">These are as many as a row may have.</p>
      ) : (
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              ref={field}
              label="Find products"
              error={picked.length === 0 ? error : undefined}
              autoComplete="off"
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                void search()
              }}
            />
          </div>
          <Button look="secondary" onClick={() => void search()} className="px-4">
            <Search aria-hidden="true" className="size-5" />
            Find
          </Button>
        </div>
      )}
      <p role="status" className="text-sm text-muted empty:hidden">
        {said}
      </p>
      {!full && found.length > 0 && (
        <ul aria-label="Found products" className="divide-y divide-line rounded-xl border border-line">
          {found.map((product) => (
            <li key={product.id} className="flex items-center gap-2 p-2">
              <Thing product={product} />
              <Button
                look="secondary"
                aria-label={`Add ${product.name}`}
                onClick={() => add(product)}
                className="px-4 text-sm"
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

function Thing({ product: { name, imageUrl, onSale } }: { product: Picked }) {
  return (
    <>
      <span className="size-11 shrink-0 overflow-hidden rounded-lg bg-mist">
        <Picture src={imageUrl} alt="" size={44} className="size-full" />
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
        {!onSale && <Badge color="yellow">Not on sale</Badge>}
      </span>
    </>
  )
}
