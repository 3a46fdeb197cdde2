import { useState } from 'react'
import { endSessionsBody, type OwnSession } from '../../contract/auth.ts'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'
import { FormProblem } from '../forms/form-problem.tsx'
import { useForm } from '../forms/use-form.ts'
import { accountWords } from '../messages/account.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Monitor, Smartphone } from '../ui/more-icons.tsx'
import { PasswordField } from '../ui/password-field.tsx'

const lastUse = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

export function Devices({ sessions, onEnded }: { sessions: readonly OwnSession[]; onEnded: () => void }) {
  const signedOut = useSignedOut()
  const others = sessions.filter(({ current }) => !current)
  const [left, setLeft] = useState<readonly string[]>([])
  const ids = others.map(({ id }) => id).filter((id) => !left.includes(id))
  const form = useForm({
    schema: endSessionsBody.pick({ password: true }),
    failed: accountWords.endSessions,
    onFailed: signedOut,
    send: async ({ password }) => {
      const { msg } = await call(api.auth.endSessions, { body: { ids, password } })
      toast.success(msg)
      onEnded()
    },
  })
  const keep = (id: string, stays: boolean) =>
    setLeft(stays ? [...left, id] : left.filter((other) => other !== id))

  return (
    <form {...form.props} className="mt-2 flex flex-col gap-4">
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id}>
            <Device session={session} chosen={ids.includes(session.id)} onChoose={keep} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <FormProblem text={form.problem} />
          <PasswordField {...form.field('password')} label="Your Password" autoComplete="current-password" />
          {ids.length === 0 && <p className="text-sm text-muted sm:self-end">Choose at least one device.</p>}
          <Button
            {...form.submitButton}
            look="secondary"
            disabled={ids.length === 0}
            className="sm:self-end"
            busyLabel="Logging out..."
          >
            {ids.length === 1 ? 'Log Out 1 Device' : `Log Out ${ids.length} Devices`}
          </Button>
        </>
      )}
    </form>
  )
}

interface DeviceProps {
  session: OwnSession
  chosen: boolean
  onChoose: (id: string, stays: boolean) => void
}

function Device({ session: { id, current, device, ip, lastSeenAt }, chosen, onChoose }: DeviceProps) {
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Monitor
  return (
    <label className="flex min-h-16 items-center gap-3.5 py-2.5">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-forest" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">{device}</span>
        <span className="block text-sm break-words text-muted">
          {current ? 'Now' : <time dateTime={lastSeenAt}>{lastUse.format(new Date(lastSeenAt))}</time>} · {ip}
        </span>
      </span>
      {current ? (
        <Badge>This device</Badge>
      ) : (
        <input
          type="checkbox"
          checked={chosen}
          onChange={(event) => onChoose(id, !event.target.checked)}
          className="size-5 accent-forest"
        />
      )}
    </label>
  )
}
