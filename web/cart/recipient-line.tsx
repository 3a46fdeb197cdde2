import { type ComponentProps, type ComponentType, useState } from 'react'
import { api } from '../../contract/endpoints.ts'
import type { DeliveryWishes, Recipient } from '../../contract/recipient.ts'
import { call } from '../api/client.ts'
import { hasWishes } from '../checkout/delivery-wishes.ts'
import { onlyMessage, toast } from '../toast/toast.ts'
import { Button } from '../ui/button.tsx'

type Loaded = ComponentType<ComponentProps<typeof import('./recipient-dialog.tsx').RecipientDialog>>

interface Props {
  wishes: DeliveryWishes
  onChange: (wishes: DeliveryWishes) => void
  /** During the checkout they cannot be changed. */
  locked: boolean
}

/** Who receives the parcel; most buyers do so themselves, so it is one line with a button. */
export function RecipientLine({ wishes, onChange, locked }: Props) {
  const [opened, setOpened] = useState<{ Form: Loaded; account: Recipient | null } | null>(null)
  const close = () => setOpened(null)

  function edit(): void {
    if (locked) return
    Promise.all([import('./recipient-dialog.tsx'), loadAccount()]).then(
      ([code, account]) => setOpened({ Form: code.RecipientDialog, account }),
      () => toast.error('The form could not be opened. Please try again.', onlyMessage),
    )
  }

  const { recipient, note, gift } = wishes
  return (
    <section
      aria-label="Recipient"
      className="-mt-2 flex flex-wrap items-center justify-between gap-x-4 px-3 sm:flex-nowrap text-sm sm:px-5"
    >
      <div className="min-w-0 text-muted wrap-anywhere">
        <p>
          {recipient ? (
            <>
              For <bdi className="font-medium text-ink">{recipient.name}</bdi>,{' '}
              <span className="whitespace-nowrap text-ink tabular-nums">{recipient.mobile}</span>
            </>
          ) : hasWishes(wishes) ? (
            'You receive the parcel.'
          ) : (
            'For somebody else, or a gift?'
          )}
          {gift && ' A gift: no prices in the parcel.'}
        </p>
        {note && (
          <p>
            To the seller: <bdi className="text-ink">“{note}”</bdi>
          </p>
        )}
      </div>
      <Button
        look="ghost"
        className="-mx-5 sm:-mx-2 sm:shrink-0"
        onClick={edit}
        aria-disabled={locked || undefined}
      >
        {hasWishes(wishes) ? 'Change' : 'Add recipient or note'}
      </Button>
      {opened && (
        <opened.Form
          wishes={wishes}
          account={opened.account}
          onClose={close}
          onSaved={(given) => {
            onChange(given)
            close()
          }}
        />
      )}
    </section>
  )
}

/** The account's own name and mobile, with which the form begins; without them it begins empty. */
async function loadAccount(): Promise<Recipient | null> {
  const profile = await call(api.profile.get).catch(() => null)
  return profile && 'firstName' in profile
    ? { name: `${profile.firstName} ${profile.lastName}`, mobile: profile.mobile }
    : null
}
