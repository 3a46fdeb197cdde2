/** Who may sell: sellers who have sent their documents, those who have waited longest first. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { type AdminSellerApproval, noNewDocuments } from '../../../../contract/admin-seller-approvals.ts'
import { sellerDocumentKinds, sellerDocumentWords } from '../../../../contract/seller-approval.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { exactTime, shortDate } from '../../../ui/dates.ts'
import { Store } from '../../../ui/icons.tsx'
import { ExternalLink } from '../../../ui/more-icons.tsx'
import { ActionButton } from '../action-button.tsx'
import { ContactFacts, Fact } from '../facts.tsx'
import { ListPage } from '../list-page.tsx'
import { may } from '../may.ts'
import { NoteButton } from '../note-button.tsx'
import { loadList, loadWithCounts } from '../require-admin.ts'
import { useOpenedFile } from '../use-opened-file.ts'
import { Filter, SearchForm } from '../search-form.tsx'
import { AccountNumber } from '../account-number.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadWithCounts(request, 'seller-approvals', loadList(admin.sellerApprovals, request, ['q', 'show']))

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <ListPage
      heading="New Sellers"
      noun="sellers"
      text="Their goods go on sale once you approve them. Compare name, GST number, PAN and bank account with the documents. Each document that you open is written to the audit log."
      loaded={loaded}
      search={
        <SearchForm query={query} label="Company, email, mobile, GST number or city">
          <Filter
            name="show"
            label="Show"
            query={query}
            all="Waiting"
            counts={loaded.counts}
            options={[
              ['changed', 'Changed since approval'],
              ['approved', 'Approved'],
              ['refused', 'Not approved'],
            ]}
          />
        </SearchForm>
      }
      empty={{ title: 'Nobody waits', text: 'No seller waits for a decision.', icon: <Store /> }}
      rows={(sellers, list) => (
        <ul
          ref={list}
          aria-label="Sellers, those who have waited longest first"
          className="flex flex-col gap-4"
        >
          {sellers.map((one) => (
            <li key={one.seller.id} tabIndex={-1} className="min-w-0">
              <SellerRow approval={one} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

const stateWords: Record<AdminSellerApproval['state'], string> = {
  waiting: 'Documents missing',
  submitted: 'Waits',
  approved: 'Approved',
  refused: 'Not approved',
}

function SellerRow({ approval }: { approval: AdminSellerApproval }) {
  const { seller, pan, state, at, reason, changed } = approval
  const { companyName, email, mobile, gst, gstDoubt, gstConfirmed, address, bankDetails } = seller
  return (
    <article
      aria-label={companyName}
      className="grid gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-4 shadow-card sm:px-5 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h2 dir="auto" className="min-w-0 text-lg font-semibold wrap-anywhere">
            {companyName}
          </h2>
          <Badge color={state === 'refused' ? 'red' : state === 'approved' && !changed ? 'green' : 'yellow'}>
            {changed ? 'Changed since approval' : stateWords[state]}
          </Badge>
        </header>
        <p className="text-sm text-muted">
          {state === 'approved' ? 'Approved' : state === 'refused' ? 'Refused' : 'Sent'} on {shortDate(at)},{' '}
          {exactTime(at)}
          {reason && (
            <>
              : <bdi>{reason}</bdi>
            </>
          )}
        </p>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          <Fact name="GST Number">
            <span className="flex flex-wrap items-center">
              {gst}
              <CopyButton value={gst} what="GST number" />
            </span>
            {gstDoubt && (
              <span className="block text-sm font-normal text-amber">
                {gstDoubt}{' '}
                {gstConfirmed ? 'The seller says that both are right.' : 'The seller has not answered.'}
              </span>
            )}
          </Fact>
          <Fact name="PAN">{pan}</Fact>
          <Fact name="Address">
            {address.buildingNo}, {address.street}, {address.landmark}, {address.city}, {address.state} -{' '}
            {address.pinCode}
          </Fact>
          <Fact name="Bank Account">
            <bdi className="block">{bankDetails.fullName}</bdi>
            <span className="block">{bankDetails.ifsccode}</span>
            {may(admin.bankAccount) ? (
              <AccountNumber sellerId={seller.id} masked={bankDetails.accountNo} />
            ) : (
              bankDetails.accountNo
            )}
          </Fact>
          <ContactFacts email={email} mobile={mobile} mobileName="Mobile" />
        </dl>
      </div>
      <div className="flex min-w-0 flex-col justify-between gap-4 rounded-xl bg-dew p-4">
        <Documents approval={approval} />
        <Decisions approval={approval} />
      </div>
    </article>
  )
}

function Documents({ approval: { documents, seller, changed } }: { approval: AdminSellerApproval }) {
  const openFile = useOpenedFile('This document could not be opened.')
  return (
    <section aria-label={`Documents of ${seller.companyName}, ${seller.email}`}>
      <h3 className="font-semibold text-forest">Documents</h3>
      {documents.length === 0 && <p className="mt-1 text-sm text-muted">There are none.</p>}
      {changed && documents.length > 0 && !documents.some((one) => one.waits) && (
        <p className="mt-1 text-sm text-amber">They were sent before the change.</p>
      )}
      <ul>
        {sellerDocumentKinds.flatMap((kind) =>
          documents
            .filter((one) => one.kind === kind)
            .map(({ key, type, at, waits }) => (
              <li key={key}>
                <a
                  href={`/api/v1/private/seller-documents/${key}`}
                  target="_blank"
                  rel="noreferrer"
                  onClick={(event) => {
                    event.preventDefault()
                    const { href } = event.currentTarget
                    void openFile(() => window.open(href, '_blank', 'noopener,noreferrer'))
                  }}
                  className="flex min-h-11 items-center gap-2 py-1 text-forest"
                >
                  <ExternalLink aria-hidden="true" className="size-4.5 shrink-0" />
                  <span>
                    <span className="font-semibold underline underline-offset-4">
                      {sellerDocumentWords[kind]}
                    </span>
                    <span className="block text-sm text-muted">
                      {type === 'pdf' ? 'PDF' : 'Picture'} of {shortDate(at)}
                      {!waits && documents.some((one) => one.waits) && ', as before'}
                    </span>
                  </span>
                </a>
              </li>
            )),
        )}
      </ul>
    </section>
  )
}

function Decisions({ approval }: { approval: AdminSellerApproval }) {
  const { seller, version, state, changed, lacksDocuments } = approval
  const withRecentLogin = useRecentLogin()
  if (!may(admin.decideSellerApproval) || (state !== 'submitted' && state !== 'approved')) return null
  const waits = state === 'submitted'
  const decide = (decision: 'approve' | 'refuse', reason = '') =>
    call(admin.decideSellerApproval, { params: { id: seller.id }, body: { decision, version, reason } })
  return (
    <div className="flex flex-wrap gap-3">
      {(waits || changed) && (
        <ActionButton
          label={waits ? 'Approve' : 'Approve the change'}
          busyLabel="Approving..."
          action={() => withRecentLogin(() => decide('approve'))}
          failed="This could not be done."
          disabled={lacksDocuments}
        />
      )}
      <NoteButton
        title={waits ? 'Refuse' : 'Take approval back'}
        button={waits ? 'Refuse the seller' : 'Take the approval back'}
        label="Reason"
        required="Please give a reason."
        failed="This could not be done."
        send={(reason) => decide('refuse', reason)}
      >
        {waits
          ? 'The seller reads the reason and can send documents again.'
          : 'Their goods leave sale at once. Orders and payouts go on, and a payment that is on its way still becomes an order. To stop payouts as well, suspend the seller. The seller reads the reason and can send documents.'}
      </NoteButton>
      {changed && lacksDocuments && <p className="w-full text-sm text-muted">{noNewDocuments}</p>}
    </div>
  )
}
