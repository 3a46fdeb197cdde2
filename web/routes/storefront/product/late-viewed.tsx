import { useEffect, useState } from 'react'

/**
 * Remembers in this browser that the product was viewed. What there is to do once others were viewed before has a script of its
 * own, which a first visit does not load (web/viewed/viewed-list.ts).
 */
export function LateViewed({ id }: { id: string }) {
  const [late, setLate] = useState<typeof import('../../../viewed/viewed-products.tsx')>()
  useEffect(() => {
    try {
      if (localStorage.viewed) import('../../../viewed/viewed-products.tsx').then(setLate, console.info)
      else localStorage.viewed = `${id}:${Date.now()}`
    } catch (error) {
      // The browser forbids the storage.
      console.info(error)
    }
  }, [id])
  return late && <late.ViewedProducts id={id} />
}
