/** The administrator arranges the home page. Each change is saved as a draft, which can be looked at and published. */
import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { homePageLimits } from '../../../../contract/catalogue-limits.ts'
import { api } from '../../../../contract/endpoints.ts'
import type { HomeRow, HomeSection } from '../../../../contract/home-page.ts'
import { ApiError, call } from '../../../api/client.ts'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Plus, TriangleAlert } from '../../../ui/more-icons.tsx'
import { Note } from '../../../ui/note.tsx'
import { ActionButton } from '../action-button.tsx'
import { PageHead } from '../list-page.tsx'
import { requireAdmin } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { PreviewForm } from './preview-form.tsx'
import { RowDialog } from './row-dialog.tsx'
import { SectionCard } from './section-card.tsx'
import { emptySlide, newKey, titleOf } from './section-words.ts'

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireAdmin(request, async () => {
    const [arranged, categories, subcategories] = await Promise.all([
      call(admin.homePage),
      call(api.category.all),
      call(api.category.allSubcategories),
    ])
    return { ...arranged, categories, subcategories }
  })

/** What the open dialog edits: a slide by its place, or a new one behind the others. */
type Editing = { section: HomeSection; slide?: number; isNew?: true }

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { version, sections, isDraft, published, earlier, categories, subcategories, products } = loaded
  const { revalidate } = useRevalidator()
  const signedOut = useSignedOut()
  const [editing, setEditing] = useState<Editing>()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const focused = useRef<string>(undefined)

  // A moved section is another place in the document, where the pressed button has lost the focus.
  useEffect(() => {
    if (focused.current) document.getElementById(focused.current)?.focus()
    focused.current = undefined
  }, [sections])

  /** After a conflict what the others have made is loaded, and what was typed stays in its dialog. */
  async function save(changed: HomeSection[]): Promise<{ msg: string }> {
    try {
      const done = await call(admin.saveHomePage, { body: { version, sections: changed } })
      await revalidate()
      return done
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await revalidate()
      throw error
    }
  }

  async function change(changed: HomeSection[], words: string): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await save(changed)
      setSaid(words)
    } catch (error) {
      if (!signedOut(error))
        toast.error(failureMessage(error, serverMsgOr('The home page could not be saved.')))
    } finally {
      setBusy(false)
    }
  }

  const replace = (next: HomeSection) =>
    sections.some(({ key }) => key === next.key)
      ? sections.map((one) => (one.key === next.key ? next : one))
      : [...sections, next]

  function move(at: number, by: -1 | 1): void {
    const [one, other] = [sections[at], sections[at + by]]
    if (!one || !other) return
    const atEnd = at + by === (by < 0 ? 0 : sections.length - 1)
    focused.current = `${atEnd === by < 0 ? 'down' : 'up'}-${one.key}`
    void change(
      sections.with(at, other).with(at + by, one),
      `${titleOf(one)}: now ${at + by + 1} of ${sections.length}.`,
    )
  }

  const full = sections.length >= homePageLimits.sectionsMax
  return (
    <>
      <PageHead
        heading="Home Page"
        text="What visitors see from top to bottom, below the categories. Changes are saved here and shown to nobody until you publish them. Dates take effect by themselves, in Indian time."
        actions={
          <>
            <Button
              look="secondary"
              aria-haspopup="dialog"
              disabled={full}
              onClick={() => setEditing({ section: newRow(), isNew: true })}
            >
              <Plus aria-hidden="true" className="size-5" />
              Row of products
            </Button>
            <Button
              look="secondary"
              aria-haspopup="dialog"
              disabled={full}
              onClick={() => setEditing({ section: newBanner(), isNew: true })}
            >
              <Plus aria-hidden="true" className="size-5" />
              Banner
            </Button>
          </>
        }
      />
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4 rounded-card border border-line bg-surface p-4 shadow-card">
        <PreviewForm />
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm text-muted">
            {isDraft ? 'Not published yet.' : 'Published, and shown to everybody.'}
          </p>
          <PublishButton version={version} isDraft={isDraft} />
        </div>
      </div>
      {full && (
        <Note icon={<TriangleAlert />} className="mb-4">
          There are {homePageLimits.sectionsMax} sections, which is as many as a home page may have.
        </Note>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol aria-label="Sections of the home page" className="flex flex-col gap-3">
        {sections.map((section, index) => (
          <SectionCard
            key={section.key}
            section={section}
            isFirst={index === 0}
            isLast={index === sections.length - 1}
            categories={categories}
            subcategories={subcategories}
            products={products}
            onMove={(by) => move(index, by)}
            onEdit={(slide) => setEditing({ section, ...(slide !== undefined && { slide }) })}
            onChange={(next, words) =>
              void change(next ? replace(next) : sections.toSpliced(index, 1), words)
            }
          />
        ))}
      </ol>
      <Versions published={published} earlier={earlier} version={version} />
      {editing && (
        <EditDialog
          editing={editing}
          lists={{ categories, subcategories, products }}
          send={(next) => save(replace(next))}
          current={(key) => sections.find((one) => one.key === key)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

const newRow = (): HomeRow => ({
  key: newKey(),
  kind: 'row',
  hidden: false,
  of: 'newest',
  categoryId: null,
  subcategoryId: null,
  products: [],
  heading: '',
  from: null,
  until: null,
})
const newBanner = (): HomeSection => ({ key: newKey(), kind: 'banner', hidden: false, ...emptySlide })

interface EditProps {
  editing: Editing
  lists: Pick<Awaited<ReturnType<typeof loader>>, 'categories' | 'subcategories' | 'products'>
  /** The section as it is now, which somebody else may have changed. */
  current: (key: string) => HomeSection | undefined
  send: (section: HomeSection) => Promise<{ msg: string }>
  onClose: () => void
}

function EditDialog({ editing: { section, slide, isNew }, lists, current, send, onClose }: EditProps) {
  if (section.kind === 'row')
    return (
      <RowDialog
        title={isNew ? 'Add a row of products' : section.heading}
        value={section}
        {...lists}
        send={send}
        onClose={onClose}
      />
    )
  if (section.kind === 'banner')
    return (
      <PictureDialog
        title={isNew ? 'Add a banner' : titleOf(section)}
        value={section}
        send={(value) => send({ ...value, key: section.key, kind: 'banner', hidden: section.hidden })}
        onClose={onClose}
      />
    )
  if (section.kind !== 'slides' || slide === undefined) return null
  const own = section.slides[slide]
  return (
    <PictureDialog
      title={own ? `Slide ${slide + 1}` : 'Add a slide'}
      value={own ?? emptySlide}
      send={(value) => {
        const now = current(section.key)
        const slides = now?.kind === 'slides' ? now.slides : section.slides
        // Somebody else may have moved or changed it meanwhile.
        const at = slides.findIndex((one) => JSON.stringify(one) === JSON.stringify(own))
        return send({ ...section, slides: at < 0 ? [...slides, value] : slides.with(at, value) })
      }}
      onClose={onClose}
    />
  )
}

function PublishButton({ version, isDraft }: { version: number; isDraft: boolean }) {
  return (
    <ActionButton
      label="Publish"
      look="primary"
      busyLabel="Publishing..."
      disabled={!isDraft}
      action={() => call(admin.publishHomePage, { body: { version } })}
      failed="The home page could not be published."
    />
  )
}

type VersionsProps = Pick<Awaited<ReturnType<typeof loader>>, 'published' | 'earlier' | 'version'>

function Versions({ published, earlier, version }: VersionsProps) {
  const takeBack = (id: number | null) => call(admin.takeBackHomePage, { body: { version, id } })
  return (
    <details className="mt-6 rounded-card border border-line bg-surface px-4 shadow-card">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        Earlier versions ({earlier.length})
      </summary>
      <p className="max-w-3xl pb-3 text-sm text-pretty text-muted">
        Taking one back replaces the sections above; visitors see it once you publish it. The last{' '}
        {homePageLimits.earlierMax} are kept.
      </p>
      <ul aria-label="Earlier versions" className="divide-y divide-line border-t border-line">
        {published && (
          <Version
            words={
              <>
                Published <Timestamp at={published.at} />: what visitors see
              </>
            }
          >
            <TakeBack name="Take back what is published" action={() => takeBack(published.id)} />
          </Version>
        )}
        {earlier.map(({ id, at, sections }) => (
          <Version
            key={id}
            words={
              <>
                Published <Timestamp at={at} />: {sections} sections
              </>
            }
          >
            <TakeBack name={`Take back version ${id}`} action={() => takeBack(id)} />
          </Version>
        ))}
        <Version words="The home page as it was before anything was arranged">
          <ActionButton
            label="Restore the defaults"
            busyLabel="Restoring..."
            action={() => takeBack(null)}
            failed="The defaults could not be restored."
          />
        </Version>
      </ul>
    </details>
  )
}

function Version({ words, children }: { words: React.ReactNode; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span className="min-w-0">{words}</span>
      {children}
    </li>
  )
}

function TakeBack({ name, action }: { name: string; action: () => Promise<{ msg: string }> }) {
  return (
    <ActionButton
      label="Take back"
      name={name}
      busyLabel="Taking back..."
      action={action}
      failed="This version could not be taken back."
    />
  )
}
