/** Loads the page again every few seconds while a settlement run is under way. */
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { SettlementRun } from '../../../../contract/admin-settlements.ts'

const freshMs = 2_000
/** A run that takes longer has a problem, which is listed under the exceptions. */
const watchedMs = 10 * 60_000

export function useFreshRuns(runs: readonly SettlementRun[]): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const isWatched = ({ state, createdAt }: SettlementRun) =>
      state !== 'done' && Date.now() - Date.parse(createdAt) < watchedMs
    if (!runs.some(isWatched)) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, freshMs)
    return () => clearInterval(timer)
  }, [runs, revalidate])
}
