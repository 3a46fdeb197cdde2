/** Leads to the form by which anybody reports a listing, rendered by the server only. */
import { paths } from '../../../paths.ts'

export function ReportLink({ productId }: { productId: string }) {
  return (
    <p className="page-width mt-4 text-sm">
      <a
        href={paths.reportProduct(productId)}
        rel="nofollow"
        className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink"
      >
        Report this product
      </a>
    </p>
  )
}
