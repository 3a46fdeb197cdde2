import { admin } from '../../../contract/admin.ts'
import { call } from '../../api/client.ts'
import { useRecentLogin } from '../../forms/confirm-login.tsx'
import { failureMessageAndWait, serverMsgOr } from '../../messages/failure-message.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { toast } from '../../toast/toast.ts'
import { MaskedNumber } from '../../ui/masked-number.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** A masked account number. Showing the whole one needs a recent login and is stored in the audit log. */
export function AccountNumber({ sellerId, masked }: { sellerId: string; masked: string }) {
  const withRecentLogin = useRecentLogin()
  const signedOut = useSignedOut()

  async function reveal(): Promise<string | null> {
    try {
      const shown = await withRecentLogin(() => call(admin.bankAccount, { params: { id: sellerId } }))
      return shown?.accountNo ?? null
    } catch (error) {
      if (!signedOut(error))
        toast.error(failureMessageAndWait(error, serverMsgOr('Failed to show the account number.')))
      return null
    }
  }

  return (
    <MaskedNumber
      masked={masked}
      reveal={reveal}
      beside={(whole) => <CopyButton value={whole} what="account number" />}
    />
  )
}
