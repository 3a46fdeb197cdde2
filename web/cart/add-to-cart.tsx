import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'
import { addingWords } from '../messages/adding.ts'
import { failureMessage } from '../messages/failure-message.ts'
import { paths } from '../paths.ts'
import { refreshCartCount } from '../session/session.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'
import { Button, buttonClass } from '../ui/button.tsx'

const shape = 'px-4! text-sm'

/** The button of one of several products. Whether it is in the cart already is not asked: adding it again changes nothing. */
export function AddToCart({ product: { id, name } }: { product: { id: string; name: string } }) {
  const [state, setState] = useState<'absent' | 'adding' | 'present'>('absent')
  const signedOut = useSignedOut()

  async function add(): Promise<void> {
    setState('adding')
    try {
      await call(api.cart.add, { body: { id } })
      setState('present')
      toast.success(addingWords.cart.success)
      void refreshCartCount()
    } catch (error) {
      setState('absent')
      if (!signedOut(error)) toast.error(failureMessage(error, addingWords.cart))
    }
  }

  if (state === 'present')
    return (
      <Link to={paths.cart} className={buttonClass('secondary', shape)}>
        View in Cart
      </Link>
    )
  return (
    <Button
      look="secondary"
      className={`${shape} [@media(scripting:none)]:hidden`}
      busy={state === 'adding'}
      busyLabel="Adding..."
      onClick={() => void add()}
      data-replay=""
    >
      Add to Cart<span className="sr-only">: {name}</span>
    </Button>
  )
}
