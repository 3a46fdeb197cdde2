import { StaticHtml } from './static-html.tsx'

const Server = import.meta.env.SSR && (await import('./footer-content.tsx')).FooterContent
const load = async () => (await import('./footer-content.tsx')).FooterContent

export function Footer() {
  return <StaticHtml server={Server && <Server />} load={load} />
}
