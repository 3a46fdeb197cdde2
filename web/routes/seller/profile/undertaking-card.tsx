import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { Undertaken } from '../../../../contract/seller-undertaking-calls.ts'
import { call } from '../../../api/client.ts'
import { failureMessageAndWait } from '../../../messages/failure-message.ts'
import { sellingWords } from '../../../messages/selling.ts'
import { paths } from '../../../paths.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { longDate } from '../../../ui/dates.ts'
import { sellerToast } from '../seller-toast.tsx'

const link = 'font-semibold text-forest underline underline-offset-4'

/** What the seller has undertaken, word by word, and the present text where that is another one. */
export function UndertakingCard({ undertaken: { present, accepted } }: { undertaken: Undertaken }) {
  const { revalidate } = useRevalidator()
  const signedOut = useSignedOut()
  const [busy, setBusy] = useState(false)

  async function accept(): Promise<void> {
    setBusy(true)
    try {
      const { msg } = await call(privateApi.sellerUndertaking.accept, { body: { version: present } })
      await revalidate()
      sellerToast.success(msg)
    } catch (error) {
      if (!signedOut(error)) sellerToast.error(failureMessageAndWait(error, sellingWords.undertake))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card className="mt-6 p-5 sm:px-7">
      <section aria-labelledby="undertaking">
        <h2 id="undertaking" className="text-lg font-semibold">
          Your Undertaking
        </h2>
        {accepted && (
          <details className="mt-1">
            <summary className="min-h-11 cursor-pointer py-2">
              The text of {longDate(accepted.version)}, accepted on {longDate(accepted.at)}
            </summary>
            <ol className="max-w-prose list-decimal space-y-2 pl-6 text-sm">
              {accepted.words.split('\n').map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ol>
          </details>
        )}
        {accepted?.version !== present && (
          <>
            <p className="mt-1 max-w-prose">
              The law asks each seller to undertake some things towards buyers. Please read{' '}
              <a href={paths.undertaking} target="_blank" rel="noreferrer" className={link}>
                the text of {longDate(present)}
              </a>{' '}
              and accept it. From then on your address, mobile number and GST number are public on your page.
            </p>
            <Button className="mt-3" busy={busy} busyLabel="Saving..." onClick={() => void accept()}>
              I undertake this
            </Button>
          </>
        )}
      </section>
    </Card>
  )
}
