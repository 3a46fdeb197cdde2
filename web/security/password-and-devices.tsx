/** A form for a new password, and the list of logged-in devices. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { OwnSession } from '../../contract/auth.ts'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { LoadingOrRetry } from '../ui/loading-or-retry.tsx'
import { ChangePassword } from './change-password.tsx'
import { Devices } from './devices.tsx'

interface Props {
  email: string | null
  passwordMin: number
}

export function PasswordAndDevices({ email, passwordMin }: Props) {
  const signedOut = useSignedOut()
  const [sessions, setSessions] = useState<OwnSession[] | 'loading' | 'failed'>('loading')

  async function load(): Promise<void> {
    try {
      setSessions(await call(api.auth.sessions))
    } catch (error) {
      if (signedOut(error)) return
      console.info('The devices could not be loaded.', error)
      setSessions('failed')
    }
  }
  const begin = useEffectEvent(() => void load())
  useEffect(() => begin(), [])

  return (
    <>
      <ChangePassword email={email} passwordMin={passwordMin} onChanged={() => void load()} />
      <section aria-labelledby="devices" className="mt-7 border-t border-line pt-6">
        <h3 id="devices" className="font-semibold text-forest">
          Where you are logged in
        </h3>
        {Array.isArray(sessions) ? (
          <Devices sessions={sessions} onEnded={() => void load()} />
        ) : (
          <LoadingOrRetry
            failed={sessions === 'failed'}
            onRetry={() => void load()}
            className="min-h-24"
            spinnerClass="size-8"
          />
        )}
      </section>
    </>
  )
}
