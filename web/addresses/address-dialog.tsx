/** The dialog of the customer's addresses: choose one for the delivery, add, edit, delete, make default. */
import { useEffect, useRef, useState } from 'react'
import type { SavedAddress } from '../../contract/address.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Plus } from '../ui/more-icons.tsx'
import { AddressChoice } from './address-choice.tsx'
import { AddressForm } from './address-form.tsx'
import type { Addresses } from './use-addresses.ts'

type View = { kind: 'list' } | { kind: 'form'; address: SavedAddress | null }

interface Props {
  open: boolean
  onClose: () => void
  addresses: Addresses
  /** 'choose' selects the address of a delivery; 'manage' only changes the addresses. */
  purpose?: 'choose' | 'manage'
}

export function AddressDialog({ open, onClose, addresses, purpose = 'choose' }: Props) {
  const [view, setView] = useState<View>({ kind: 'list' })
  const { list, selected } = addresses
  // Without any address the form for a new one is shown at once.
  const form = view.kind === 'form' ? view : list.length === 0 ? { address: null } : null
  const listTitle = purpose === 'choose' ? 'Select Delivery Address' : 'Your Addresses'
  const title = !form ? listTitle : form.address ? 'Edit Address' : 'Add New Address'

  function close(): void {
    setView({ kind: 'list' })
    onClose()
  }

  async function saved(id: string): Promise<void> {
    await addresses.reload()
    if (form?.address || purpose === 'manage') return setView({ kind: 'list' })
    // Whoever adds an address at the checkout wants the delivery there.
    addresses.select(id)
    close()
  }

  return (
    <Dialog open={open} title={title} onClose={close} closeOnBackdrop={!form}>
      {form ? (
        <AddressForm
          address={form.address}
          onSaved={saved}
          onCancel={() => (list.length === 0 ? close() : setView({ kind: 'list' }))}
        />
      ) : (
        <AddressList
          addresses={addresses}
          chosenId={purpose === 'choose' ? selected?.id : undefined}
          purpose={purpose}
          onDone={close}
          onForm={(address) => setView({ kind: 'form', address })}
        />
      )}
    </Dialog>
  )
}

interface ListProps {
  addresses: Addresses
  chosenId: string | undefined
  purpose: 'choose' | 'manage'
  onDone: () => void
  onForm: (address: SavedAddress | null) => void
}

function AddressList({ addresses, chosenId, purpose, onDone, onForm }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { length } = addresses.list

  const defaultId = addresses.list.find(({ isDefault }) => isDefault)?.id

  // The form is closed, or the pressed button was removed with its address: keep the focus inside the list.
  useEffect(() => {
    const place = list.current
    const first = place?.querySelector<HTMLElement>('input:checked') ?? place?.querySelector('button')
    first?.focus()
  }, [length, defaultId])

  return (
    <div className="flex flex-col gap-4">
      <ul ref={list} aria-label="Your addresses" className="flex flex-col gap-3">
        {addresses.list.map((address) => (
          <AddressChoice
            key={address.id}
            address={address}
            chosen={address.id === chosenId}
            busy={address.id === addresses.busyId}
            onChoose={purpose === 'choose' ? () => addresses.select(address.id) : undefined}
            onEdit={() => onForm(address)}
            onDelete={length > 1 ? () => void addresses.remove(address.id) : undefined}
            onMakeDefault={() => void addresses.makeDefault(address.id)}
          />
        ))}
      </ul>
      <Button look="ghost" className="-my-1 -ml-2 self-start" onClick={() => onForm(null)}>
        <Plus aria-hidden="true" className="size-5" />
        Add New Address
      </Button>
      <Button onClick={onDone}>{purpose === 'choose' ? 'Deliver to this Address' : 'Done'}</Button>
    </div>
  )
}
