/** The register of green claims for everybody, rendered by the server only: visitors' scripts have none of its words. */
import type { ReactNode } from 'react'
import type { ClaimFigures } from '../../../../contract/green-claim.ts'
import {
  coverWords,
  endTold,
  type EvidenceKind,
  evidenceKinds,
  kindsFor,
  type Wording,
  wordingCodes,
  wordings,
} from '../../../../contract/green-claim-list.ts'
import { toServerHtml } from '../../../ui/to-server-html.server.ts'

const kinds: readonly EvidenceKind[] = Object.values(evidenceKinds)
const listed = (words: readonly string[]) => words.join(', ')

function Section({ title, intro, children }: { title: string; intro?: string; children?: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="text-xl font-bold tracking-tight sm:text-2xl">{title}</h2>
      {intro && <p className="mt-2 max-w-prose text-muted">{intro}</p>}
      {children}
    </section>
  )
}

/** Each entry a card: its name, and lines below. */
function Cards({ entries }: { entries: readonly (readonly [name: string, lines: readonly string[]])[] }) {
  return (
    <ul className="mt-4 grid gap-3 md:grid-cols-2">
      {entries.map(([name, lines]) => (
        <li key={name} className="rounded-card border border-line bg-surface p-4 text-sm wrap-anywhere">
          <h3 className="text-base font-semibold text-forest">{name}</h3>
          {lines.map((line) => (
            <p key={line} className="mt-1">
              {line}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

function ClaimChecks({ figures: { accepted, waiting, refused, expired } }: { figures: ClaimFigures }) {
  const figures = [
    [accepted, 'accepted and valid today'],
    [waiting, 'in review'],
    [refused, 'not accepted'],
    [expired, 'expired'],
  ] as const
  const steps = [
    'The seller chooses a wording of the list below or writes their own, says what it is about, and hands in the proof: a document or the page of its issuer, with its number and dates.',
    'A person of our team opens the proof beside the claim: the right holder, these products, this wording, valid today. They look the number up at its issuer. What the proof does not show is not accepted, and the seller reads why.',
    'An accepted claim is a badge on the page of the product. It says what it is about, who says so and until when. Its words and its proof cannot be changed any more, and a listing that becomes another product loses it until a person has looked again.',
    `We tell the seller ${endTold.first} and ${endTold.again} days before the proof ends. When its last day is over in India, the claim leaves product pages, lists, their filters and the data for search engines at once, and its words leave our search within minutes.`,
    'A seller can withdraw a claim, and we take one back that turns out to be wrong: it leaves in the same way.',
  ]
  return (
    <>
      <p className="mt-3 max-w-prose text-lg/7 text-muted">
        What a product does for nature or animals is a badge on its page only while there is a proof that we
        have seen. Here are the rules, and where all claims stand today.
      </p>
      <dl
        aria-label="Claims in figures"
        className="mt-6 grid max-w-3xl grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3"
      >
        {figures.map(([count, name]) => (
          <div key={name} className="flex flex-col-reverse justify-end rounded-card bg-leaf-soft p-4">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-2xl font-bold text-forest">{count.toLocaleString('en-IN')}</dd>
          </div>
        ))}
      </dl>
      <Section title="From the Proof to the Badge">
        <ol className="mt-3 max-w-prose list-decimal space-y-3 pl-6 leading-7">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Section>
      <Section
        title="What Each Proof Shows"
        intro="A proof shows only what is named here. A wording of the seller's own may have any of them, and the review decides."
      >
        <Cards
          entries={kinds.map(({ name, issuer, proves, number, ends }) => [
            name,
            [
              `Proves: ${listed(proves.map((code) => wordings[code].wording))}`,
              `Issued by: ${issuer}`,
              number === null ? 'It has no number.' : `Its number looks like ${number.example}.`,
              ends
                ? 'Valid until the date on it.'
                : 'It does not expire. The badge says that the seller declares it.',
            ],
          ])}
        />
      </Section>
      <Section title="What the Words Mean">
        <Cards
          entries={wordingCodes.map((code) => {
            const { wording, means, covers }: Wording = wordings[code]
            return [
              wording,
              [
                means,
                `About: ${listed(covers.map((one) => coverWords[one].toLowerCase()))}`,
                `Proven by: ${listed(kindsFor(code).map((kind) => evidenceKinds[kind].name))}`,
              ],
            ]
          })}
        />
      </Section>
      <Section
        title="Find What Is Proven"
        intro="Each list of products and each search has the filter 'Proven claim', with the number of products that hold it today. It finds a claim whatever it is about: the badge on the product says whether that is the whole product, a part or the packaging."
      />
    </>
  )
}

export const claimChecks = (figures: ClaimFigures) => toServerHtml(<ClaimChecks figures={figures} />)
