import { useState } from 'react'
import { admin, type CategoryTree } from '../../../../contract/admin.ts'
import { limits } from '../../../../contract/limits.ts'
import { call } from '../../../api/client.ts'
import { administrationWords } from '../../../messages/administration.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormSection } from './form-section.tsx'
import { PictureUpload } from '../picture-upload.tsx'
import { StillNeeded } from './still-needed.tsx'
import { useCategoryChange } from './use-category-change.tsx'

export function AddCategory() {
  const { busy, change } = useCategoryChange(administrationWords.addCategory)
  const [name, setName] = useState('')
  const ready = name.trim() !== ''

  async function add(): Promise<void> {
    if (busy || !ready) return
    // The call is a POST alias of the specification's GET, because a GET that changes something may be prefetched or
    // repeated.
    const { path } = admin.createCategory
    const endpoint = { ...admin.createCategory, method: 'POST', path } as const
    if (await change(() => call(endpoint, { params: { name: name.trim() } }))) setName('')
  }

  return (
    <FormSection title="Add Category" onSubmit={() => void add()}>
      <TextField
        label="Category Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={limits.nameLength}
        autoComplete="off"
      />
      <StillNeeded lacks={ready ? [] : ['a name']} />
      <Button type="submit" disabled={!ready} busy={busy} busyLabel="Adding...">
        Add Category
      </Button>
    </FormSection>
  )
}

export function AddSubcategory({ tree }: { tree: CategoryTree }) {
  const { busy, change } = useCategoryChange(administrationWords.addSubcategory)
  const [name, setName] = useState('')
  const [parent, setParent] = useState('')
  const [imageUrl, setImageUrl] = useState('')
  // Only an uploaded picture is shown: the content security policy does not allow other addresses.
  const [uploaded, setUploaded] = useState('')
  const lacks = [
    name.trim() === '' && 'a name',
    parent === '' && 'a parent category',
    imageUrl.trim() === '' && 'a picture',
  ].filter((word) => word !== false)
  const ready = lacks.length === 0

  async function add(): Promise<void> {
    if (busy || !ready) return
    const body = { name: name.trim(), imageUrl: imageUrl.trim(), categoryId: Number(parent) }
    if (!(await change(() => call(admin.createSubcategory, { body })))) return
    setName('')
    setImageUrl('')
  }

  return (
    <FormSection title="Add Subcategory" onSubmit={() => void add()}>
      <TextField
        label="Subcategory Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={limits.nameLength}
        autoComplete="off"
      />
      <SelectField label="Parent Category" value={parent} onChange={(event) => setParent(event.target.value)}>
        <option value="">Select a category</option>
        {tree.map(({ id, name: title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-col gap-2 sm:max-lg:flex-row sm:max-lg:items-end 2xl:flex-row 2xl:items-end">
        <div className="min-w-0 flex-1">
          <TextField
            label="Image URL"
            inputMode="url"
            placeholder="https://"
            value={imageUrl}
            onChange={(event) => setImageUrl(event.target.value)}
            maxLength={1_000}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <PictureUpload
          onUploaded={(url) => {
            setImageUrl(url)
            setUploaded(url)
          }}
        />
      </div>
      {uploaded && uploaded === imageUrl && (
        <img
          src={uploaded}
          alt="As uploaded"
          className="size-20 rounded-xl border border-line bg-surface object-cover"
        />
      )}
      <StillNeeded lacks={lacks} />
      <Button type="submit" disabled={!ready} busy={busy} busyLabel="Adding...">
        Add Subcategory
      </Button>
    </FormSection>
  )
}
