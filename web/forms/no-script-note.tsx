/** Above what only works with JavaScript; the page hides that without it (`noscript:hidden`). */
export function NoScriptNote() {
  return (
    <p className="mb-5 hidden rounded-xl bg-amber-soft px-4 py-3 text-sm noscript:block">
      This page needs JavaScript. Please switch it on and load the page again.
    </p>
  )
}
