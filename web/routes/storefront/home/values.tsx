import { Kept, later } from '../../../layout/kept.tsx'
import { ValuesContent } from './values-content.tsx'

const Browser = later(() => import('./values-content.tsx'), 'ValuesContent')

/** What the shop stands for: the strip 'Why {brand}?' and the banner with the three value cards. */
export function Values() {
  return <Kept server={import.meta.env.SSR && <ValuesContent />} Browser={Browser} />
}
