/** The customer's addresses and the one to deliver to (specification §2, §5, §8). */
import { useState } from 'react'
import type { SavedAddress } from '../../../../contract/address.ts'
import { api } from '../../../../contract/endpoints.ts'
import { ApiError, call } from '../../../api.ts'
import { useSignedOut } from '../../../signed-out.ts'
import { toast } from '../../../toast.ts'
import { cartMessage } from './use-cart.ts'

export function useAddresses(loaded: readonly SavedAddress[]) {
  const signedOut = useSignedOut()
  const [{ from, addresses }, setList] = useState({ from: loaded, addresses: loaded })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  // The page's data was loaded again.
  if (from !== loaded) setList({ from: loaded, addresses: loaded })

  /** The chosen one, else the default, else the first, else none. */
  const selected =
    addresses.find(({ id }) => id === chosenId) ??
    addresses.find(({ isDefault }) => isDefault) ??
    addresses[0] ??
    null

  async function reload(): Promise<void> {
    try {
      const fresh = await call(api.address.get)
      setList({ from: loaded, addresses: fresh })
    } catch (error) {
      if (!signedOut(error)) console.info('The addresses could not be loaded.', error)
    }
  }

  /** One change at an address; the list is loaded again after it, and after a refusal too, because it may be old. */
  async function change(
    id: string,
    send: () => Promise<unknown>,
    done: string,
    failed: string,
  ): Promise<void> {
    if (busyId) return
    setBusyId(id)
    try {
      await send()
      await reload()
      toast.success(done, cartMessage)
    } catch (error) {
      if (signedOut(error)) return
      toast.error((error instanceof ApiError && error.msg) || failed, cartMessage)
      await reload()
    } finally {
      setBusyId(null)
    }
  }

  return {
    list: addresses,
    selected,
    select: setChosenId,
    /** The address that is being changed. */
    busyId,
    reload,
    makeDefault: (id: string) =>
      change(
        id,
        () => call(api.address.makeDefault, { params: { id } }),
        'Address set as Default Successfully',
        'Failed to set address as default',
      ),
    /** The last remaining address stays, without a word (specification §5). */
    async remove(id: string): Promise<void> {
      if (addresses.length <= 1) return
      await change(
        id,
        () => call(api.address.delete, { params: { id } }),
        'Address deleted successfully',
        'Failed to delete address',
      )
    },
  }
}

export type Addresses = ReturnType<typeof useAddresses>
