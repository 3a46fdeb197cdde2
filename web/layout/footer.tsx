import { Kept, later } from './kept.tsx'

const Server = import.meta.env.SSR && (await import('./footer-content.tsx')).FooterContent
const Browser = later(() => import('./footer-content.tsx'), 'FooterContent')

export function Footer() {
  return <Kept server={Server && <Server />} Browser={Browser} />
}
