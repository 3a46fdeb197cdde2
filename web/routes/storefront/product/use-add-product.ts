/** Adding a product to the cart or the wishlist, with every state of its button (specification §4, §5, §8). */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { ApiError, call } from '../../../api/client.ts'
import { addingWords } from '../../../messages/adding.ts'
import { failureMessage } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { type ProductCollection, savePendingAdd } from '../../../session/pending-add.ts'
import { refreshCartCount, clearSession, hasSessionHint, useSession } from '../../../session/session.ts'
import { toast } from '../../../toast/toast.ts'

/** 'unknown': the session is not known yet; the hint cookie decides between spinner and button by style. */
export type AddState = 'unknown' | 'checking' | 'absent' | 'adding' | 'present'

const collections = {
  cart: {
    exists: (id: string) => call(api.cart.productExists, { params: { id } }),
    add: (id: string) => call(api.cart.add, { body: { id } }),
  },
  wishlist: {
    exists: (id: string) => call(api.wishlist.productExists, { params: { id } }),
    add: (id: string) => call(api.wishlist.add, { params: { id } }),
  },
} as const

export function useAddProduct(collection: ProductCollection, { id, name }: { id: string; name: string }) {
  const { status, role } = useSession()
  const navigate = useNavigate()
  const [state, setState] = useState<AddState>(() => {
    if (status === 'unknown') return 'unknown'
    return role === 'CUSTOMER' ? 'checking' : 'absent'
  })
  const busy = useRef(false)

  useEffect(() => {
    const mayHave = role === 'CUSTOMER' || (status === 'unknown' && hasSessionHint())
    if (!mayHave) {
      setState('absent')
      return
    }
    setState((before) => (before === 'absent' || before === 'unknown' ? 'checking' : before))
    if (status === 'unknown') return
    let outdated = false
    const settle = (present: boolean) => {
      if (!outdated) setState((now) => (now === 'checking' ? (present ? 'present' : 'absent') : now))
    }
    collections[collection].exists(id).then(settle, (error: unknown) => {
      console.info(`The server did not say whether the product is in the ${collection}.`, error)
      settle(false)
    })
    return () => {
      outdated = true
    }
  }, [collection, id, status, role])

  /**
   * Adds the product. Whom the server does not accept as a customer is sent to the login; the add is done on their return. Without
   * a connection nobody is sent to a page that could not be opened.
   */
  const add = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    const logInFirst = () => {
      savePendingAdd(id, name, collection)
      void navigate(paths.login(paths.product(id)))
    }
    setState('adding')
    try {
      await collections[collection].add(id)
      setState('present')
      toast.success(addingWords[collection].success)
      if (collection === 'cart') void refreshCartCount()
    } catch (error) {
      setState('absent')
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
        if (error.status === 401) clearSession()
        logInFirst()
      } else toast.error(failureMessage(error, addingWords[collection]))
    } finally {
      busy.current = false
    }
  }, [collection, id, name, navigate])

  return { state, add }
}
