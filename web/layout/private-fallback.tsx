/** The HTML of a private page until the browser has loaded its data (HydrateFallback). */
import { useSettings } from '../settings.ts'
import { Loading } from '../ui/loading.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PageHeader, widePage } from './page-header.tsx'

interface Props {
  heading: string
  /** Shown below the spinner; without it only screen readers hear that the page is loading. */
  text?: string
  /** As on the page that follows. */
  wide?: boolean
}

export function PrivateFallback({ heading, text, wide = false }: Props) {
  const { supportEmail } = useSettings()
  return (
    <div className={wide ? widePage : 'contents'}>
      <PageHeader heading={heading} />
      <main
        id="main"
        className="page-width flex min-h-[60vh] flex-col items-center justify-center gap-4 py-10 text-forest noscript:[&_svg]:hidden"
      >
        {text ? <Loading text={text} /> : <Spinner className="size-9" label="Loading..." />}
        <noscript>
          <p className="text-center text-ink">
            This page needs JavaScript. Please switch it on and load the page again, or write to{' '}
            <b className="wrap-anywhere">{supportEmail}</b>.
          </p>
        </noscript>
      </main>
    </div>
  )
}
