import { StaticHtml } from '../../../layout/static-html.tsx'

const Server = import.meta.env.SSR && (await import('./values-content.tsx')).ValuesContent
const load = async () => (await import('./values-content.tsx')).ValuesContent

/** The shop's values: the strip 'Why {brand}?' and the banner with three cards. */
export function Values() {
  return <StaticHtml server={Server && <Server />} load={load} />
}
