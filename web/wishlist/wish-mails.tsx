import { useId, useState } from 'react'
import { privateApi } from '../../contract/private-endpoints.ts'
import type { WishlistItem } from '../../contract/wishlist.ts'
import type { WishlistMails } from '../../contract/wishlist-mails.ts'
import { call } from '../api/client.ts'
import { buyingWords } from '../messages/buying.ts'
import { failureMessage } from '../messages/failure-message.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'

/** Asks for a mail when the product is back in stock, and for one when it costs less. A refusal puts the mark back. */
export function WishMails({ item: { id, name, inStock, mails } }: { item: WishlistItem }) {
  const signedOut = useSignedOut()
  const [wanted, setWanted] = useState(mails)
  const [busy, setBusy] = useState(false)

  async function choose(next: WishlistMails): Promise<void> {
    setWanted(next)
    setBusy(true)
    try {
      toast.success((await call(privateApi.wishlistMail.choose, { params: { id }, body: next })).msg, {
        id: 'wishlist',
      })
    } catch (error) {
      setWanted(wanted)
      if (!signedOut(error))
        toast.error(failureMessage(error, buyingWords.chooseWishlistMails), { id: 'wishlist' })
    }
    setBusy(false)
  }

  return (
    <fieldset disabled={busy} className="mt-1 flex flex-wrap gap-x-5 text-sm">
      <legend className="sr-only">Mails about {name}</legend>
      {(!inStock || wanted.back) && (
        <Mark
          words="Mail me when it is back"
          checked={wanted.back}
          onChange={(back) => void choose({ ...wanted, back })}
        />
      )}
      <Mark
        words="Mail me when it costs less"
        checked={wanted.cheaper}
        onChange={(cheaper) => void choose({ ...wanted, cheaper })}
      />
    </fieldset>
  )
}

interface MarkProps {
  words: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Mark({ words, checked, onChange }: MarkProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-2">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-forest"
      />
      {words}
    </label>
  )
}
