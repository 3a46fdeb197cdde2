import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderWhole } from './render-whole.ts'

function Failing(): never {
  throw new RangeError('no such price')
}

test('what fails inside a Suspense fails the page, with the error itself', async () => {
  const page = (
    <main>
      <Suspense>
        <Failing />
      </Suspense>
    </main>
  )
  await expect(renderWhole(page)).rejects.toThrow(new RangeError('no such price'))
})

test('what is inside a Suspense is in the page', async () => {
  const page = (
    <main>
      <Suspense>
        <p>{'<!--$!-->'}</p>
      </Suspense>
    </main>
  )
  expect(await renderWhole(page)).toBe('<main><!--$--><p>&lt;!--$!--&gt;</p><!--/$--></main>')
})
