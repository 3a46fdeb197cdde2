/** A countdown by the wall clock: a tab that was suspended shows the right time when it is visible again. */
import { useEffect, useState } from 'react'

/** `until` is in milliseconds since 1970. Returns whole seconds, never below 0; counts only while `running`. */
export function useCountdown(until: number, running: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((until - now) / 1_000))
  const ticking = running && left > 0

  useEffect(() => {
    if (!running) return
    const look = () => setNow(Date.now())
    look()
    if (!ticking) return
    const timer = setInterval(look, 250)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [until, running, ticking])

  return left
}

/** 605 → '10:05'. */
export function clockText(seconds: number): string {
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
