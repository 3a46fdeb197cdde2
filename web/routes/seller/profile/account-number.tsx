import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { failureMessageAndWait } from '../../../messages/failure-message.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { MaskedNumber } from '../../../ui/masked-number.tsx'
import { sellingWords } from '../../../messages/selling.ts'
import { sellerToast } from '../seller-toast.tsx'

/** A masked account number. Showing the whole one needs a recent login. */
export function AccountNumber({ masked }: { masked: string }) {
  const withRecentLogin = useRecentLogin()
  const signedOut = useSignedOut()

  async function reveal(): Promise<string | null> {
    try {
      const shown = await withRecentLogin(() => call(api.profile.bankAccount))
      return shown?.accountNo ?? null
    } catch (error) {
      if (!signedOut(error)) sellerToast.error(failureMessageAndWait(error, sellingWords.showAccountNumber))
      return null
    }
  }

  return <MaskedNumber masked={masked} reveal={reveal} />
}
