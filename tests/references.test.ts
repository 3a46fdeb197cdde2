/** Every reference in code and documents has a target: sections, pages, decisions, links, files. */
// @module-tag nightly: A tool for documents, no rule of the shop.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const skipped = /(^|\/)(node_modules|build|test-results|playwright-report|\.cache|\.data|\.react-router)$/
const self = 'tests/references.test.ts'
const texts = new Map(
  globSync('**/*.{ts,tsx,mjs,js,css,sql,yml,yaml,md}', { cwd: root, exclude: (name) => skipped.test(name) })
    .filter((file) => file !== self)
    .toSorted()
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)
const pages = [...texts].filter(([file]) => file.endsWith('.md'))

/** Pages whose sections are referred to by number, and their section numbers. */
const numbered = new Map(
  ['specification', 'api-rules', 'providers'].map((name) => {
    const page = texts.get(`docs/${name}.md`) ?? ''
    return [name, new Set([...page.matchAll(/^#+ §(\d+(?:\.\d+)*) /gm)].map((match) => match[1] ?? ''))]
  }),
)
const decisions = new Set(
  [...texts.keys()].map((file) => Number(/^docs\/decisions\/(\d{4})-/.exec(file)?.[1])).filter(Boolean),
)

test('section numbers are unique on each numbered page', () => {
  for (const [name, sections] of numbered) {
    expect(sections.size, name).toBeGreaterThan(3)
    expect(texts.get(`docs/${name}.md`)?.match(/^#+ §/gm), name).toHaveLength(sections.size)
  }
})

test('every section that is referred to by number exists', () => {
  const lost: string[] = []
  let count = 0
  for (const [file, text] of texts) {
    const own = /^docs\/([\w-]+)\.md$/.exec(file)?.[1]
    // Normalise `[page](page.md) §2` and comments' line breaks to `page §2`.
    const plain = text
      .replaceAll(/\[[^\]]*\]\((?:docs\/)?([\w-]+\.md)\)/g, '$1')
      .replaceAll(/\n\s*(?:\*|\/\/|--|#) (?!§)/g, ' ')
      .replaceAll(/^#+ §.*$/gm, '')
    let page = own
    // A further section without a page name belongs to the page before: `specification §2 'Order card', §4; api-rules §6`.
    for (const match of plain.matchAll(/(\b[\w.-]+|)([^\w§]{0,30})§(\d+(?:\.\d+)*)(?: '([^']+)')?/g)) {
      const [whole, word = '', joint = '', section = '', heading] = match
      const named = word.toLowerCase().replace(/\.md$/, '')
      if (numbered.has(named)) page = named
      else if (own && numbered.has(own)) page = own
      else if (named !== 'and' && !/[,;'")]/.test(joint)) page = undefined
      count += 1
      const known = page !== undefined && numbered.get(page)?.has(section)
      if (!known || (heading && !headingsIn(page, section).includes(heading))) lost.push(`${file}: ${whole}`)
    }
  }
  expect(count).toBeGreaterThan(300)
  expect(lost).toEqual([])
})

test('every page that is named exists', () => {
  const lost = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/(?<![\w*}/.-])((?:[\w.-]+\/)*[\w-]+\.md)\b(?:, "([^"\n]+)")?/g)]
      .filter(([, name = '', heading]) => {
        const place = [name, `docs/${name}`, path.posix.join(path.posix.dirname(file), name)].find((one) =>
          texts.has(path.posix.normalize(one)),
        )
        return !place || (heading && !headingsOf(texts.get(path.posix.normalize(place))).includes(heading))
      })
      .map(([whole]) => `${file}: ${whole}`),
  )
  expect(lost).toEqual([])
})

test('every decision that is referred to by number exists', () => {
  const lost = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/\bdecisions?(?:\/(\d{4})\b| (\d+)\b)/gi)]
      .filter(([, four, short]) => !decisions.has(Number(four ?? short)))
      .map(([whole]) => `${file}: ${whole}`),
  )
  expect(decisions.size).toBeGreaterThan(0)
  expect(lost).toEqual([])
})

test('every link of a page leads to an existing file and heading', () => {
  const lost = pages.flatMap(([file, text]) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, target = '', heading]) => {
        const place = target ? path.posix.join(path.posix.dirname(file), target) : file
        if (!existsSync(path.join(root, place))) return true
        return heading !== undefined && !headingsOf(texts.get(place)).map(anchorOf).includes(heading)
      })
      .map(([whole]) => `${file}: ${whole}`),
  )
  expect(lost).toEqual([])
})

test('every file that a page names exists', () => {
  // Paths such as `server/platform/http/` or `server/main.ts`, but no patterns and no generated files.
  const folders = 'bench|contract|demo|deploy|docs|sandbox|scripts|server|tests|web'
  const named = new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g')
  const places = pages.flatMap(([file, text]) =>
    [...text.matchAll(named)].map(([, place = '']) => ({ file, place })),
  )
  expect(places.length).toBeGreaterThan(200)
  expect(places.filter(({ place }) => !existsSync(path.join(root, place)))).toEqual([])
})

function headingsOf(page = ''): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '')
}

/** The headings below a numbered one. */
function headingsIn(page: string | undefined, section: string): string[] {
  const parts = (texts.get(`docs/${page}.md`) ?? '').split(/^(?=#+ §)/m)
  return headingsOf(parts.find((part) => new RegExp(`^#+ §${RegExp.escape(section)} `).test(part)))
}

/** The anchor of a heading, as GitHub generates it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
