import { FooterContent } from './footer-content.tsx'
import { Kept, later } from './kept.tsx'

const Browser = later(() => import('./footer-content.tsx'), 'FooterContent')

export function Footer() {
  return <Kept server={import.meta.env.SSR && <FooterContent />} Browser={Browser} />
}
