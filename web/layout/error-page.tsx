import { ErrorMessage } from './error-message.tsx'
import { Logo } from './logo.tsx'

/** The error page of standalone pages and of the root. */
export function ErrorPage() {
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="page-width py-2.5">
          <Logo />
        </div>
      </header>
      <main id="main">
        <ErrorMessage aroundPage />
      </main>
    </>
  )
}
