import { Kept } from './kept.tsx'

const Server = import.meta.env.SSR && (await import('./footer-content.tsx')).FooterContent
const load = async () => (await import('./footer-content.tsx')).FooterContent

export function Footer() {
  return <Kept server={Server && <Server />} load={load} />
}
