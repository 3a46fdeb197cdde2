/** The HTML of a private page until the browser has loaded its data (HydrateFallback). */
import { Spinner } from '../ui/spinner.tsx'
import { PageHeader } from './page-header.tsx'

export function PrivateFallback({ heading, label = 'Loading...' }: { heading: string; label?: string }) {
  return (
    <>
      <PageHeader heading={heading} />
      <main
        id="main"
        className="page-width flex min-h-[60vh] flex-col items-center justify-center gap-4 py-10 text-forest"
      >
        <Spinner className="size-9" label={label} />
        <noscript>
          <p className="text-center text-ink">
            This page needs JavaScript. Please switch it on and load the page again.
          </p>
        </noscript>
      </main>
    </>
  )
}
