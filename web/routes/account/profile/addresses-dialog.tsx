/** The dialog of the cart's addresses, opened from the profile; its data are loaded when it opens. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { SavedAddress } from '../../../../contract/address.ts'
import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api/client.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadingOrRetry } from '../../../ui/loading-or-retry.tsx'
import { AddressDialog } from '../../../addresses/address-dialog.tsx'
import { useAddresses } from '../../../addresses/use-addresses.ts'

export function AddressesDialog({ onClose }: { onClose: () => void }) {
  const signedOut = useSignedOut()
  const [addresses, setAddresses] = useState<SavedAddress[] | 'loading' | 'failed'>('loading')

  async function load(): Promise<void> {
    setAddresses('loading')
    try {
      setAddresses(await call(api.address.get))
    } catch (error) {
      if (signedOut(error)) return
      console.info('The addresses could not be loaded.', error)
      setAddresses('failed')
    }
  }
  const begin = useEffectEvent(() => void load())
  useEffect(() => begin(), [])

  if (Array.isArray(addresses)) return <Filled addresses={addresses} onClose={onClose} />
  return (
    <Dialog open title="Your Addresses" onClose={onClose}>
      <LoadingOrRetry
        failed={addresses === 'failed'}
        onRetry={() => void load()}
        className="min-h-40"
        spinnerClass="size-9"
      />
    </Dialog>
  )
}

function Filled({ addresses, onClose }: { addresses: readonly SavedAddress[]; onClose: () => void }) {
  return <AddressDialog open purpose="manage" onClose={onClose} addresses={useAddresses(addresses)} />
}
