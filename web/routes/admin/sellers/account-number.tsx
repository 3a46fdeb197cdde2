import { admin } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { useConfirmed } from '../../../forms/confirm-login.tsx'
import { failureWordsAndWait } from '../../../api/failure-words.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { toast } from '../../../toast/toast.ts'
import { MaskedNumber } from '../../../ui/masked-number.tsx'
import { CopyButton } from '../copy-button.tsx'

/** The whole number comes after a recent login only, and each time it is written down. */
export function AccountNumber({ sellerId, masked }: { sellerId: string; masked: string }) {
  const confirmed = useConfirmed()
  const signedOut = useSignedOut()

  async function reveal(): Promise<string | null> {
    try {
      const shown = await confirmed(() => call(admin.bankAccount, { params: { id: sellerId } }))
      return shown?.accountNo ?? null
    } catch (error) {
      if (!signedOut(error)) toast.error(failureWordsAndWait(error, 'Failed to show the account number.'))
      return null
    }
  }

  return (
    <MaskedNumber
      masked={masked}
      what="account number"
      reveal={reveal}
      beside={(whole) => <CopyButton value={whole} what="account number" />}
    />
  )
}
