/** Lighthouse scores for a phone. `npm exec` installs Lighthouse for this run, because nothing else needs it. */
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from '../tests/setup/chromium.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'
import { publicPages } from './public-pages.ts'
import { quantile } from './quantile.ts'
import { withShops } from './shops.ts'
import type { Side } from './sides.ts'
import type { Table } from './table.ts'

const version = '13.5.0'
const runs = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export async function benchLighthouse(sides: readonly Side[]): Promise<Table[]> {
  const folder = makeTempFolder('hariyali-lighthouse-')
  const rows: string[][] = []
  try {
    await withShops(sides, async (shops) => {
      for (const { url, side } of shops)
        for (const [name, page] of Object.entries(await publicPages(url))) {
          const marks: number[][] = []
          for (let run = 0; run < runs; run += 1)
            marks.push(await audit(url + page, path.join(folder, 'report.json')))
          const medians = categories.map((_, column) =>
            quantile(
              marks.map((mark) => mark[column] ?? 0),
              0.5,
            ).toFixed(0),
          )
          rows.push([sides.length > 1 ? `${name}, ${side.name}` : name, ...medians])
        }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return [{ head: [`Lighthouse ${version}, phone, median of ${runs}`, ...categories], rows }]
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
