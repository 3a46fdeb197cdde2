/** Changes many listings at once. What brings them back is kept for an hour, in this tab. */
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { EditedRow, ListingEdit } from '../../../../contract/bulk-edit.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { SellersProduct } from '../../../../contract/seller-product.ts'
import { call } from '../../../api/client.ts'
import { failureMessageAndWait, serverMsgOr } from '../../../messages/failure-message.ts'
import { useSession } from '../../../session/session.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { sellerToast } from '../seller-toast.tsx'

interface Row {
  id: string
  version: number
  edit: ListingEdit
}

interface Undo {
  email: string | null
  at: number
  rows: Row[]
  /** By the id: the products may be on another page by then. */
  names: Names
}

type Names = Record<string, string>

/** A listing that stays as it was, and why. */
export interface Refused {
  id: string
  name: string
  problem: string
}

const storageKey = 'bulk-edit-undo'
const keptMs = 3_600_000
const failed = serverMsgOr('The products could not be changed. Please try again.')
export const productsIn = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`

const namesOf = (products: readonly SellersProduct[]): Names =>
  Object.fromEntries(products.map(({ id, name }) => [id, name]))

function readUndo(): Undo | null {
  try {
    const undo = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Undo | null
    return undo && Date.now() - undo.at < keptMs ? undo : null
  } catch {
    return null
  }
}

function storeUndo(undo: Undo | null): void {
  try {
    if (undo) sessionStorage.setItem(storageKey, JSON.stringify(undo))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage it is kept until the page is left.
  }
}

/** `onDone`: the products are loaded anew. */
export function useBulkEdit(onDone: () => void) {
  const { email } = useSession()
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [undo, setUndo] = useState<Undo | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  useEffect(() => setUndo(readUndo()), [])

  const keep = (next: Undo | null) => {
    storeUndo(next)
    setUndo(next)
  }

  async function send(rows: readonly Row[], names: Names): Promise<EditedRow[] | null> {
    setBusy(true)
    try {
      const edited = await call(privateApi.bulkEdit.edit, { body: { rows: [...rows] } })
      setRefused(
        edited.flatMap(({ id, problem }) =>
          problem === null ? [] : [{ id, name: names[id] ?? '', problem }],
        ),
      )
      await revalidate()
      onDone()
      return edited
    } catch (error) {
      if (!signedOut(error)) sellerToast.error(failureMessageAndWait(error, failed))
      return null
    } finally {
      setBusy(false)
    }
  }

  /** Returns why products stay as they were, by their ids; null without an answer. */
  async function apply(
    edits: ReadonlyMap<string, ListingEdit>,
    products: readonly SellersProduct[],
  ): Promise<Record<string, string> | null> {
    const names = namesOf(products)
    const rows = products.flatMap(({ id, version }) => {
      const edit = edits.get(id)
      return edit ? [{ id, version, edit }] : []
    })
    const edited = await send(rows, names)
    if (!edited) return null
    const back = edited.flatMap(({ id, version, undo: was }) => (was ? [{ id, version, edit: was }] : []))
    if (back.length > 0) {
      keep({ email, at: Date.now(), rows: back, names })
      sellerToast.success(`${productsIn(back.length)} changed.`)
    } else if (edited.every(({ problem }) => problem === null))
      sellerToast.success('They are as you want them already.')
    return Object.fromEntries(edited.flatMap(({ id, problem }) => (problem === null ? [] : [[id, problem]])))
  }

  /** Deletes products; the undo of the last change stays for the others. Returns false where the call failed. */
  async function remove(products: readonly SellersProduct[]): Promise<boolean> {
    const rows = products.map(({ id, version }): Row => ({ id, version, edit: { what: 'delete' } }))
    const edited = await send(rows, namesOf(products))
    if (!edited) return false
    const gone = new Set(edited.filter(({ problem }) => problem === null).map(({ id }) => id))
    const left = undo?.rows.filter(({ id }) => !gone.has(id)) ?? []
    keep(undo && left.length > 0 ? { ...undo, rows: left } : null)
    if (gone.size > 0) sellerToast.success(`${productsIn(gone.size)} deleted.`)
    return true
  }

  async function undoLast(): Promise<void> {
    if (!undo) return
    const edited = await send(undo.rows, undo.names)
    if (!edited) return
    keep(null)
    const count = edited.filter(({ problem }) => problem === null).length
    if (count > 0) sellerToast.success(`${productsIn(count)} as before.`)
  }

  const offered = undo && undo.email === email ? undo : null
  return {
    busy,
    refused,
    dismiss: () => setRefused([]),
    /** How many products an undo would change, and until when it can be done; null without one. */
    undo: offered && { count: offered.rows.length, until: new Date(offered.at + keptMs).toISOString() },
    apply,
    remove,
    undoLast,
  }
}
