import { StaticHtml } from '../../../layout/static-html.tsx'

const Server = import.meta.env.SSR && (await import('./values-content.tsx')).ValuesContent
const load = async () => (await import('./values-content.tsx')).ValuesContent

/** What the shop stands for: the strip 'Why {brand}?' and the banner with the three value cards. */
export function Values() {
  return <StaticHtml server={Server && <Server />} load={load} />
}
