import { Logo } from '../../../layout/logo.tsx'
import { Button } from '../../../ui/button.tsx'
import { LogOut } from '../../../ui/more-icons.tsx'
import { useLogOut } from '../../../session/use-log-out.ts'

/** The dashboard's header: logo, the seller's name, logout. */
export function DashboardHeader({ userId }: { userId: string }) {
  const { logOut, busy } = useLogOut()
  return (
    <header className="border-b border-line bg-surface">
      <div className="page-width flex min-h-16 items-center gap-2 py-2 sm:gap-4">
        <Logo className="mr-auto shrink-0 max-sm:[&_span]:sr-only" />
        <span
          aria-hidden="true"
          className="flex size-9 shrink-0 items-center justify-center rounded-full bg-forest font-bold text-white"
        >
          {userId.charAt(0).toUpperCase()}
        </span>
        <p className="min-w-0 truncate text-sm font-medium" title={userId}>
          <span className="sr-only">Logged in as </span>
          {userId}
        </p>
        <Button
          look="ghost"
          busy={busy}
          busyLabel="Logging out..."
          onClick={() => void logOut()}
          className="shrink-0 px-3 max-sm:text-sm"
        >
          <LogOut aria-hidden="true" className="size-5 max-sm:hidden" />
          Logout
        </Button>
      </div>
    </header>
  )
}
