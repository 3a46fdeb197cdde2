/**
 * A part of a page that the server has rendered and that needs no script. It is the one place that shows HTML as it is: the type
 * says that React has made it (to-server-html.server.ts), which escapes every text.
 */
declare const madeByReact: unique symbol
export type ServerHtml = string & { readonly [madeByReact]: true }

export function ServerPart({ html }: { html: ServerHtml }) {
  // oxlint-disable-next-line react/no-danger
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
