import { Link } from 'react-router'
import type { OwnApproval } from '../../../contract/seller-approval.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TriangleAlert } from '../../ui/more-icons.tsx'

const texts = {
  waiting: 'Send three documents: GST certificate, cancelled cheque and proof of identity.',
  submitted: 'We look at your documents and tell you by mail.',
  refused: 'Our team could not approve it. Read why, and send the documents again.',
}

/** Where the seller's goods are not on sale before their shop is approved. Nothing where that is not known. */
export function ShopClosedNote({ state }: { state: OwnApproval['state'] | null }) {
  if (state === null || state === 'approved') return null
  return (
    <section
      aria-labelledby="shop-closed"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-amber/30 bg-amber-soft px-5 py-4"
    >
      <TriangleAlert aria-hidden="true" className="size-6 shrink-0 self-start text-amber" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="shop-closed" className="font-semibold">
          Your shop is not open yet
        </h2>
        <p>{texts[state]} You can list your products meanwhile.</p>
      </div>
      <Link
        to={paths.sellerApproval}
        className={buttonClass(state === 'submitted' ? 'secondary' : 'primary', 'max-sm:w-full')}
      >
        {state === 'submitted' ? 'See the documents' : 'Send the documents'}
      </Link>
    </section>
  )
}
