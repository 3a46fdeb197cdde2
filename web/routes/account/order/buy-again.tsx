import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api/client.ts'
import { addingWords } from '../../../messages/adding.ts'
import { failureMessageAndWait, serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { refreshCartCount } from '../../../session/session.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { toast } from '../../../toast/toast.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Check, ShoppingCart } from '../../../ui/icons.tsx'

/** Puts the product into the cart again; nothing while it is not on sale. */
export function BuyAgain({ productId }: { productId: string | null }) {
  const [state, setState] = useState<'idle' | 'busy' | 'added'>('idle')
  const signedOut = useSignedOut()
  if (productId === null) return null

  async function add(id: string): Promise<void> {
    setState('busy')
    try {
      toast.success((await call(api.cart.add, { body: { id } })).msg)
      setState('added')
      void refreshCartCount()
    } catch (error) {
      setState('idle')
      if (!signedOut(error)) toast.error(failureMessageAndWait(error, serverMsgOr(addingWords.cart.failure)))
    }
  }

  return (
    <p>
      {state === 'added' ? (
        <Link to={paths.cart} className={buttonClass('secondary', 'px-4 text-sm')}>
          <Check aria-hidden="true" className="size-4.5" />
          View in Cart
        </Link>
      ) : (
        <Button
          look="secondary"
          className="px-4 text-sm"
          busy={state === 'busy'}
          onClick={() => void add(productId)}
        >
          <ShoppingCart aria-hidden="true" className="size-4.5" />
          Buy Again
        </Button>
      )}
    </p>
  )
}
