import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ServerHtml } from './server-html.tsx'

/** For loaders of public pages: the browser gets the part as it is, without the script that made it. Links in it are plain ones. */
export const toServerHtml = (part: ReactElement): ServerHtml => renderToStaticMarkup(part) as ServerHtml
