/** Lighthouse scores for a phone. `npm exec` installs Lighthouse for this run, because nothing else needs it. */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from '../tests/setup/chromium.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { startDemoShop } from './demo-shop.ts'
import { publicPages } from './public-pages.ts'
import { printTable } from './table.ts'

const version = '13.5.0'
const runs = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export async function benchLighthouse(): Promise<void> {
  const shop = await startDemoShop()
  const folder = makeTempFolder('hariyali-lighthouse-')
  try {
    const rows: string[][] = []
    for (const [name, page] of await publicPages(shop.url)) {
      const marks: number[][] = []
      for (let run = 0; run < runs; run += 1)
        marks.push(await audit(shop.url + page, path.join(folder, 'report.json')))
      rows.push([
        name,
        ...categories.map((_, column) => {
          const sorted = marks.map((mark) => mark[column] ?? 0).toSorted((a, b) => a - b)
          return (sorted[Math.floor(runs / 2)] ?? 0).toFixed(0)
        }),
      ])
    }
    printTable([`Lighthouse ${version}, phone, median of ${runs}`, ...categories], rows)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await shop.stop()
  }
}

async function audit(url: string, report: string, tries = 3): Promise<number[]> {
  const flags = '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run'
  const lighthouse = spawn(
    'npm',
    [
      'exec',
      '--yes',
      `--package=lighthouse@${version}`,
      '--',
      'lighthouse',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--chrome-flags=${flags}`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CHROME_PATH: findChromium() } },
  )
  const code = await new Promise((resolve) => lighthouse.once('exit', resolve))
  if (code !== 0 && tries === 1) throw new Error(`Lighthouse ended with ${String(code)}`)
  // Now and then the browser records nothing and Lighthouse fails: repeat the run.
  if (code !== 0) return audit(url, report, tries - 1)
  const { categories: found } = JSON.parse(readFileSync(report, 'utf8')) as {
    categories: Record<string, { score: number | null }>
  }
  return categories.map((category) => (found[category]?.score ?? 0) * 100)
}
