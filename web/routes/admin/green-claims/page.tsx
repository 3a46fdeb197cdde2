/** The review of green claims: those that wait, the oldest first, each beside its proof. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { AdminGreenClaim } from '../../../../contract/admin-green-claims.ts'
import {
  coverText,
  type EvidenceCode,
  evidenceKinds,
  greenClaimStates,
  greenClaimStateWords,
  type WordingCode,
  wordings,
} from '../../../../contract/green-claim-list.ts'
import { call } from '../../../api/client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { exactTime, shortDate } from '../../../ui/dates.ts'
import { Leaf } from '../../../ui/icons.tsx'
import { ExternalLink } from '../../../ui/more-icons.tsx'
import { ActionButton } from '../action-button.tsx'
import { ContactLink } from '../facts.tsx'
import { ListPage } from '../list-page.tsx'
import { may } from '../may.ts'
import { NoteButton } from '../note-button.tsx'
import { loadList, loadWithCounts } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadWithCounts(request, 'green-claims', loadList(admin.greenClaims, request, ['q', 'state']))

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <ListPage
      heading="Green Claims"
      noun="claims"
      text="What sellers say of their products for the environment or animals. Accept what the proof shows: the right holder, these products, this wording, valid today."
      loaded={loaded}
      search={
        <SearchForm query={query} label="Company, email or number of a certificate">
          <Filter
            name="state"
            label="Show"
            query={query}
            all={greenClaimStateWords.submitted}
            counts={loaded.counts}
            options={greenClaimStates
              .filter((state) => state !== 'submitted')
              .map((state) => [state, greenClaimStateWords[state]])}
          />
        </SearchForm>
      }
      empty={{ title: 'Nothing to review', text: 'No claim waits for a decision.', icon: <Leaf /> }}
      rows={(claims, list) => (
        <ul ref={list} aria-label="Claims" className="flex flex-col gap-4">
          {claims.map((claim) => (
            <li key={claim.id} tabIndex={-1} className="min-w-0">
              <ClaimRow claim={claim} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

function ClaimRow({ claim }: { claim: AdminGreenClaim }) {
  const { code, seller, state, products, productNames, document, link } = claim
  const facts = [
    ['It means', code === null ? 'In the seller’s own words' : wordings[code as WordingCode].means],
    ['About', coverText(claim.covers, claim.part)],
    ['Proof', evidenceKinds[claim.evidenceKind as EvidenceCode].name],
    ['Issued by', claim.issuer],
    ['Number', claim.number],
    [
      'Valid',
      `${shortDate(claim.issuedOn)} to ${claim.expiresOn === null ? 'no last day' : shortDate(claim.expiresOn)}`,
    ],
  ] as const
  return (
    <article
      aria-label={`Claim: ${claim.wording}`}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 text-sm shadow-card lg:grid-cols-2"
    >
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h2 className="min-w-0 text-base font-semibold wrap-anywhere">{claim.wording}</h2>
          <Badge color={state === 'submitted' ? 'yellow' : state === 'accepted' ? 'green' : 'grey'}>
            {greenClaimStateWords[state]}
          </Badge>
        </div>
        <p className="wrap-anywhere">
          <bdi className="block font-medium">{seller.company}</bdi>
          <ContactLink href={`mailto:${seller.email}`}>{seller.email}</ContactLink>
        </p>
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {facts.map(
            ([term, text]) =>
              text && (
                <div key={term} className="min-w-0 wrap-anywhere">
                  <dt className="text-muted">{term}</dt>
                  <dd>{text}</dd>
                </div>
              ),
          )}
        </dl>
        <details>
          <summary className="min-h-11 py-2 font-semibold text-forest">
            {products.toLocaleString('en-IN')} {products === 1 ? 'product' : 'products'}
          </summary>
          <ul className="list-disc pl-5 wrap-anywhere">
            {productNames.map((name, at) => (
              <li key={at}>{name}</li>
            ))}
            {products > productNames.length && <li>and {products - productNames.length} more</li>}
          </ul>
        </details>
        <ol>
          {claim.steps.map(({ state: step, at, reason }) => (
            <li key={at + step} className="wrap-anywhere">
              {shortDate(at)}, {exactTime(at)}: {greenClaimStateWords[step]}
              {reason && `: ${reason}`}
            </li>
          ))}
        </ol>
        <Decisions claim={claim} />
      </div>
      <div className="min-w-0">
        {document?.type === 'picture' && (
          <a href={document.url} target="_blank" rel="noreferrer">
            <img
              src={document.url}
              alt={`Document of '${claim.wording}'`}
              loading="lazy"
              className="max-h-[36rem] w-full rounded-xl border border-line bg-mist object-contain"
            />
          </a>
        )}
        {document?.type === 'pdf' && (
          <>
            {navigator.pdfViewerEnabled && (
              <iframe
                src={`${pagesOf(document.key)}#toolbar=0&navpanes=0&view=FitH`}
                title={`Document of '${claim.wording}'`}
                loading="lazy"
                className="h-96 w-full rounded-xl border border-line bg-mist lg:h-[36rem]"
              />
            )}
            <ProofLink href={document.url}>Save the document (PDF)</ProofLink>
          </>
        )}
        {link && <ProofLink href={link}>Proof at its issuer</ProofLink>}
        {!document && !link && <p className="text-muted">The seller declares this without a document.</p>}
      </div>
    </article>
  )
}

const pagesOf = (key: string) => `/api/v1${admin.greenClaimPages.path.replace('{key}', key)}`

function ProofLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer nofollow"
      className="flex min-h-11 items-center gap-2 font-semibold text-forest underline underline-offset-4"
    >
      <ExternalLink aria-hidden="true" className="size-4.5" />
      {children}
    </a>
  )
}

function Decisions({ claim: { id, version, state } }: { claim: AdminGreenClaim }) {
  if (!may(admin.decideGreenClaim) || (state !== 'submitted' && state !== 'accepted')) return null
  const decide = (decision: 'accept' | 'refuse', reason = '') =>
    call(admin.decideGreenClaim, { params: { id }, body: { decision, version, reason } })
  const waits = state === 'submitted'
  return (
    <div className="flex flex-wrap gap-3">
      {waits && (
        <ActionButton
          label="Accept"
          busyLabel="Accepting..."
          action={() => decide('accept')}
          failed="This could not be done."
        />
      )}
      <NoteButton
        title={waits ? 'Refuse' : 'Take back'}
        button={waits ? 'Refuse the claim' : 'Take the claim back'}
        label="Reason"
        required="Please give a reason."
        failed="This could not be done."
        send={(reason) => decide('refuse', reason)}
      >
        {waits
          ? 'No page shows the claim. The seller reads the reason and can hand the claim in again.'
          : 'The claim leaves all pages at once. The seller reads the reason.'}
      </NoteButton>
    </div>
  )
}
