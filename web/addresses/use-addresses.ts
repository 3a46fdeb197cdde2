/** The customer's addresses and the one to deliver to (specification §2, §5, §8). */
import { useState } from 'react'
import type { SavedAddress } from '../../contract/address.ts'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'
import { buyingWords } from '../messages/buying.ts'
import { type ActionWords, failureMessage } from '../messages/failure-message.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { onlyMessage, toast } from '../toast/toast.ts'

/** `loadFailed`: `loaded` is empty because the addresses could not be loaded. */
export function useAddresses(loaded: readonly SavedAddress[], loadFailed = false) {
  const signedOut = useSignedOut()
  const [{ from, addresses, failed }, setList] = useState({
    from: loaded,
    addresses: loaded,
    failed: loadFailed,
  })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  // The loader ran again: its result replaces the list.
  if (from !== loaded) setList({ from: loaded, addresses: loaded, failed: loadFailed })

  /** The chosen address, else the default one, else the first, else null. */
  const selected =
    addresses.find(({ id }) => id === chosenId) ??
    addresses.find(({ isDefault }) => isDefault) ??
    addresses[0] ??
    null

  async function reload(): Promise<void> {
    try {
      const fresh = await call(api.address.get)
      setList({ from: loaded, addresses: fresh, failed: false })
    } catch (error) {
      if (!signedOut(error)) console.info('The addresses could not be loaded.', error)
    }
  }

  /** Changes one address. The list is loaded again afterwards, also after a refusal, which may mean that it is outdated. */
  async function change(
    id: string,
    send: () => Promise<unknown>,
    words: ActionWords & { success: string },
  ): Promise<void> {
    if (busyId) return
    setBusyId(id)
    try {
      await send()
      await reload()
      toast.success(words.success, onlyMessage)
    } catch (error) {
      if (signedOut(error)) return
      toast.error(failureMessage(error, words), onlyMessage)
      await reload()
    } finally {
      setBusyId(null)
    }
  }

  return {
    list: addresses,
    /** It is not known yet whether there are any. */
    failed,
    selected,
    select: setChosenId,
    /** The address that is being changed, or null. */
    busyId,
    reload,
    makeDefault: (id: string) =>
      change(id, () => call(api.address.makeDefault, { params: { id } }), buyingWords.makeAddressDefault),
    /** The last remaining address is kept, without a message (specification §5). */
    async remove(id: string): Promise<void> {
      if (addresses.length <= 1) return
      await change(id, () => call(api.address.delete, { params: { id } }), buyingWords.deleteAddress)
    },
  }
}

export type Addresses = ReturnType<typeof useAddresses>
