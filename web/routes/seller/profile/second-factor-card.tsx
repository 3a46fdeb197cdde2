import { useEffect, useEffectEvent, useState } from 'react'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { SecondFactorState } from '../../../../contract/second-factor.ts'
import { call } from '../../../api/client.ts'
import { ConfirmLogin } from '../../../forms/confirm-login.tsx'
import { SecondFactor } from '../../../security/second-factor.tsx'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadingOrRetry } from '../../../ui/loading-or-retry.tsx'

/** The seller's authenticator app, below the profile. */
export function SecondFactorCard() {
  const signedOut = useSignedOut()
  const [state, setState] = useState<SecondFactorState | 'loading' | 'failed'>('loading')

  async function load(): Promise<void> {
    try {
      setState(await call(privateApi.secondFactor.state))
    } catch (error) {
      if (signedOut(error)) return
      console.info('The state of the second factor could not be loaded.', error)
      setState('failed')
    }
  }
  const begin = useEffectEvent(() => void load())
  useEffect(() => begin(), [])

  return (
    <Card className="mt-6 p-5 sm:px-7 sm:py-6">
      {typeof state === 'object' ? (
        <ConfirmLogin why="You are about to change how you log in.">
          <SecondFactor state={state} onChanged={() => void load()} />
        </ConfirmLogin>
      ) : (
        <LoadingOrRetry
          failed={state === 'failed'}
          onRetry={() => void load()}
          className="min-h-36"
          spinnerClass="size-8"
        />
      )}
    </Card>
  )
}
