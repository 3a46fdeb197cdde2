import type { OwnGreenClaim } from '../../../../contract/green-claim.ts'
import { coverText, type EvidenceCode, evidenceKinds } from '../../../../contract/green-claim-list.ts'
import { shortDate } from '../../../ui/dates.ts'

/** What a claim says, once nobody can change it. */
export function ClaimFacts({ claim }: { claim: OwnGreenClaim }) {
  const facts = [
    ['About', coverText(claim.covers, claim.part)],
    ['Proof', evidenceKinds[claim.evidenceKind as EvidenceCode].name],
    ['Issued by', claim.issuer],
    ['Number', claim.number],
    ['Issued on', shortDate(claim.issuedOn)],
    ['Valid until', claim.expiresOn && shortDate(claim.expiresOn)],
  ] as const
  const links = [
    ['See the document', claim.document?.url],
    ['See the proof at its issuer', claim.link],
  ] as const
  return (
    <>
      <dl className="grid gap-x-4 gap-y-2 text-sm wrap-anywhere sm:grid-cols-2">
        {facts.map(
          ([term, text]) =>
            text && (
              <div key={term}>
                <dt className="text-muted">{term}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      {links.map(
        ([label, url]) =>
          url && (
            <a
              key={label}
              href={url}
              target="_blank"
              rel="noreferrer nofollow"
              className="mt-2 mr-4 inline-flex min-h-11 items-center font-semibold text-forest underline"
            >
              {label}
            </a>
          ),
      )}
    </>
  )
}
