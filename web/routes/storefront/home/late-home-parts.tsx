import { type ComponentType, useEffect, useState } from 'react'

/**
 * Loads what few visits need: the note for somebody who has just paid or registered, and what this browser has shown before. The
 * keys are those of web/session/home-note.ts and web/viewed/viewed-list.ts, written out: imported from there they would cost every
 * visitor a request for these modules.
 */
export function LateHomeParts() {
  const [parts, setParts] = useState<ComponentType[]>([])
  useEffect(() => {
    const add = (part: Promise<ComponentType>) =>
      void part.then((Part) => setParts((all) => [...all, Part]), console.info)
    try {
      if (sessionStorage['home-note']) add(import('./home-note.tsx').then(({ HomeNote }) => HomeNote))
      if (localStorage.viewed)
        add(import('../../../viewed/viewed-products.tsx').then(({ ViewedProducts }) => ViewedProducts))
    } catch (error) {
      // The browser forbids the storage.
      console.info(error)
    }
  }, [])
  return parts.map((Part) => <Part key={Part.name} />)
}
