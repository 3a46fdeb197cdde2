/** What the shop knows of a buyer or seller: read, downloaded, corrected, and deleted with the account. */
import { type ReactNode, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import { limits } from '../../../../contract/limits.ts'
import type { OwnDataState } from '../../../../contract/own-data.ts'
import { daysInWords } from '../../../../contract/period-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { readAndSaveFile } from '../../../api/save-file.ts'
import { ConfirmLogin, useRecentLogin } from '../../../forms/confirm-login.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { accountWords } from '../../../messages/account.ts'
import { type ActionWords, failureMessageAndWait } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { knownSession } from '../../../session/session.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { longDate } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ShieldCheck } from '../../../ui/home-icons.tsx'
import { Download, ShieldAlert } from '../../../ui/more-icons.tsx'
import { Note } from '../../../ui/note.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your Data' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { role, team } = await knownSession()
  const { value } = await requireSession(request, () =>
    loadOrEmpty<OwnDataState | null>(() => call(privateApi.ownData.state), null),
  )
  return { state: value, isSeller: role === 'SELLER', isMember: team !== undefined }
}

export function HydrateFallback() {
  return <PrivateFallback heading="Your Data" />
}

export default function YourDataPage() {
  const { state, isSeller, isMember } = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading="Your Data" backTo={isSeller ? paths.sellerProfile : paths.profile}>
      {state ? (
        <ConfirmLogin why="This is about everything that we know of you.">
          <div className="flex flex-col gap-5">
            {state.deletion && <Leaving {...state.deletion} open={[...state.open, ...state.meanwhile]} />}
            <DownloadPart />
            <CorrectPart isSeller={isSeller} isMember={isMember} />
            <ConsentPart consents={state.consents} />
            {!state.deletion && <DeletePart state={state} isSeller={isSeller} isMember={isMember} />}
          </div>
        </ConfirmLogin>
      ) : (
        <EmptyState
          icon={<ShieldCheck />}
          title="Your Data Could Not Be Loaded"
          text="We could not reach the shop just now."
        >
          <TryAgain />
        </EmptyState>
      )}
    </StandalonePage>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="mt-2 flex flex-col items-start gap-3">{children}</div>
    </Card>
  )
}

/** A call with its button: busy while it runs, and what went wrong. */
function useAction(words: ActionWords) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const withRecentLogin = useRecentLogin()
  const signedOut = useSignedOut()
  async function run<T>(work: () => Promise<T>, then: (done: T) => unknown): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const done = await withRecentLogin(work)
      if (done !== undefined) await then(done)
    } catch (error) {
      if (!signedOut(error)) setProblem(failureMessageAndWait(error, words))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, run }
}

function DownloadPart() {
  const { busy, problem, run } = useAction(accountWords.downloadData)
  const save = async () => {
    await readAndSaveFile(`/api/v1${privateApi.ownData.archive.path}`, 'my-data.zip')
    return true
  }
  return (
    <Part title="Download">
      <p>
        Everything that we keep about you in one ZIP archive: a page to read, the same as JSON, and the texts
        that you agreed to. Pictures and invoices are downloaded where you see them.
      </p>
      <FormProblem text={problem} />
      <Button
        look="secondary"
        busy={busy}
        busyLabel="Making the archive..."
        onClick={() => void run(save, () => {})}
      >
        <Download aria-hidden="true" className="size-4.5" />
        Download my data
      </Button>
    </Part>
  )
}

const wait = daysInWords(limits.accountDeletionDays)
const link = 'font-medium text-forest underline underline-offset-4'

function CorrectPart({ isSeller, isMember }: { isSeller: boolean; isMember: boolean }) {
  return (
    <Part title="Correct">
      <p>
        {isMember ? (
          'If your name is wrong, the owner of the shop removes you from the team and invites you again.'
        ) : isSeller ? (
          <>
            Your company, address and bank account are in your{' '}
            <Link to={paths.sellerProfile} className={link}>
              profile
            </Link>
            .
          </>
        ) : (
          <>
            Your name, number and addresses are in your{' '}
            <Link to={paths.profile} className={link}>
              profile
            </Link>
            .
          </>
        )}{' '}
        For the e-mail address, or anything else that is wrong,{' '}
        <Link to={paths.newComplaint} className={link}>
          write to us
        </Link>
        .
      </p>
    </Part>
  )
}

const consentNames = {
  terms: 'Terms and Conditions',
  privacy: 'Privacy Policy',
} as const

function ConsentPart({ consents }: Pick<OwnDataState, 'consents'>) {
  return (
    <Part title="What You Agreed To">
      {consents.length > 0 ? (
        <ul className="list-disc pl-5">
          {consents.map(({ kind, version, at }) => (
            <li key={kind + version}>
              {consentNames[kind]}, version of {longDate(version)}, on {longDate(at)}
            </li>
          ))}
        </ul>
      ) : (
        <p>You registered before we noted the versions of our texts.</p>
      )}
      <p>
        What we keep, and why, is in the{' '}
        <Link to={paths.privacyNotice} className={link}>
          Privacy Notice
        </Link>
        . You take your agreement back by deleting your account.
      </p>
    </Part>
  )
}

function OpenMatters({ title, matters }: { title: string; matters: readonly string[] }) {
  if (matters.length === 0) return null
  return (
    <div className="w-full rounded-xl bg-amber-soft px-4 py-3">
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5 wrap-anywhere">
        {matters.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  )
}

const endsBefore = 'The deletion waits for the end of this'

function Leaving({
  dueAt,
  undoable,
  open,
}: NonNullable<OwnDataState['deletion']> & { open: readonly string[] }) {
  const { revalidate } = useRevalidator()
  const { busy, problem, run } = useAction(accountWords.keepAccount)
  if (!undoable)
    return (
      <div className="flex flex-col items-start gap-3">
        <Note icon={<ShieldAlert />} title="Your account is being deleted.">
          It was deleted already, and a backup brought it back.
        </Note>
        <OpenMatters title={endsBefore} matters={open} />
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-3">
      <Note icon={<ShieldAlert />} title={`Your account will be deleted after ${longDate(dueAt)}.`}>
        Until it is deleted you can keep it.
      </Note>
      <OpenMatters title={endsBefore} matters={open} />
      <FormProblem text={problem} />
      <Button
        busy={busy}
        onClick={() =>
          void run(
            () => call(privateApi.ownData.undoDeletion),
            async ({ msg }) => {
              toast.success(msg)
              await revalidate()
            },
          )
        }
      >
        Keep my account
      </Button>
    </div>
  )
}

function DeletePart({
  state: { lines, open, meanwhile },
  isSeller,
  isMember,
}: {
  state: OwnDataState
  isSeller: boolean
  isMember: boolean
}) {
  const { revalidate } = useRevalidator()
  const [keepReviews, setKeepReviews] = useState(false)
  const { busy, problem, run } = useAction(accountWords.deleteAccount)
  return (
    <Part title="Delete My Account">
      <p>
        You have {wait} to change your mind: log in and press ‘Keep my account’. Then it is deleted, and
        nobody can bring it back.{' '}
        {isMember
          ? 'You leave the team with your account; the shop stays.'
          : isSeller
            ? 'Your products leave sale as soon as you ask.'
            : 'You cannot buy anything in these days, and once the account is deleted you can return nothing.'}
      </p>
      <details className="w-full">
        <summary className="cursor-pointer py-2 font-medium text-forest">
          What is deleted, and what the law keeps
        </summary>
        <dl className="mt-2 border-t border-line text-sm">
          {lines.map(({ what, deletion }) => (
            <div
              key={what}
              className="border-b border-line py-2 sm:grid sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:gap-4"
            >
              <dt className="font-medium">{what}</dt>
              <dd className="text-muted">{deletion}</dd>
            </div>
          ))}
        </dl>
      </details>
      <OpenMatters title={endsBefore} matters={meanwhile} />
      {open.length > 0 ? (
        <OpenMatters title="This has to end first" matters={open} />
      ) : (
        <>
          {!isSeller && (
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={keepReviews}
                onChange={(event) => setKeepReviews(event.target.checked)}
                className="size-5 shrink-0 accent-forest"
              />
              Leave my reviews in the shop, without my name
            </label>
          )}
          <FormProblem text={problem} />
          <Button
            look="danger"
            busy={busy}
            onClick={() =>
              void run(
                () => call(privateApi.ownData.askDeletion, { body: { keepReviews } }),
                async ({ msg }) => {
                  toast.success(msg)
                  await revalidate()
                },
              )
            }
          >
            Delete my account in {wait}
          </Button>
        </>
      )}
    </Part>
  )
}
