import { useSettings } from '../settings.ts'

/** Where to look for an e-mail that has not come. A demo shop sends none and shows them on a page of its own. */
export function NoMailHint({ email }: { email: string }) {
  const { mailboxUrl } = useSettings()
  if (!mailboxUrl) return <p>No e-mail after a minute? Please look into your spam folder.</p>
  return (
    <p>
      This is a demo and sends no real e-mail.{' '}
      <a
        href={`${mailboxUrl}?to=${encodeURIComponent(email)}`}
        target="_blank"
        rel="noreferrer"
        className="inline-block py-1 font-semibold text-forest underline underline-offset-4"
      >
        Open the mailbox with your OTP
      </a>
    </p>
  )
}
