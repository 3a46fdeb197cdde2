/**
 * The constant inline script of all pages. It starts the client modules after `load`, or at the first touch, press, key or
 * focus, so that no script competes with the largest picture for the connection. Because it is constant, the content security
 * policy needs one hash for it; the data of a page are in the JSON block `rr-late` (late-hydration.ts).
 *
 * A click on a button with `data-replay` before hydration is kept from React and repeated when React has hydrated the layout and
 * has returned: a click on content that is not yet hydrated makes React hydrate it at once, but not while React is running.
 */
export const bootScript = `(() => {
  const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin']
  const passively = { capture: true, passive: true }
  const load = (url) => import(url)
  let started = false
  async function boot() {
    if (started) return
    started = true
    for (const sign of signs) removeEventListener(sign, boot, passively)
    const page = JSON.parse(document.getElementById('rr-late').textContent)
    for (const href of page.preloads) {
      const link = document.createElement('link')
      document.head.append(Object.assign(link, { rel: 'modulepreload', fetchPriority: 'low', href }))
    }
    window.__reactRouterContext = Object.assign(page.context, { stream: new Response(page.data).body })
    const loaded = page.modules.map(([, urls]) => Promise.all(urls.map(load)))
    const modules = await Promise.all([...loaded, load(page.manifest)])
    window.__reactRouterRouteModules = Object.fromEntries(
      page.modules.map(([id], i) => [id, Object.assign({}, ...modules[i])]),
    )
    await load(page.entry)
  }
  for (const sign of signs) addEventListener(sign, boot, passively)
  const whenIdle = () =>
    window.requestIdleCallback ? requestIdleCallback(boot, { timeout: 1000 }) : setTimeout(boot, 200)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
  setTimeout(boot, 6000)

  const pressed = []
  const keep = (event) => {
    const button = event.target.closest('[data-replay]')
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.push(button)
  }
  addEventListener('click', keep, true)
  addEventListener(
    'app:hydrated',
    () =>
      queueMicrotask(() => {
        removeEventListener('click', keep, true)
        for (const button of pressed) if (button.isConnected) button.click()
      }),
    { once: true },
  )
})()`
