import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api/client.ts'
import { failureMessageAndWait } from '../../../messages/failure-message.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { MaskedNumber } from '../../../ui/masked-number.tsx'
import { sellingWords } from '../../../messages/selling.ts'
import { sellerToast } from '../seller-toast.tsx'

export function AccountNumber({ masked }: { masked: string }) {
  const signedOut = useSignedOut()

  async function reveal(): Promise<string | null> {
    try {
      return (await call(api.profile.bankAccount)).accountNo
    } catch (error) {
      if (!signedOut(error)) sellerToast.error(failureMessageAndWait(error, sellingWords.showAccountNumber))
      return null
    }
  }

  return <MaskedNumber masked={masked} what="account number" reveal={reveal} />
}
