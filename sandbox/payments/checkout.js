// The payment provider's checkout script for development: the same constructor, options, events and
// results, with a test widget instead of the bank. It is part of the page (no iframe), so that tests
// find its buttons by name; a shadow root isolates its styles from the shop's.
;(() => {
  const sheetStyle = `
    :host { all: initial }
    * { box-sizing: border-box; margin: 0; overflow-wrap: anywhere }
    dialog {
      width: min(400px, 100vw - 24px); max-height: calc(100dvh - 24px); margin: auto; padding: 0;
      border: 0; border-radius: 16px; color: #16211b; background: #fff; font: 16px/1.5 system-ui, sans-serif;
    }
    dialog::backdrop { background: #0a190f8f }
    header { padding: 20px 24px }
    header, .pay { color: var(--ink); background: var(--brand) }
    h2 { font-size: 14px; font-weight: 500 }
    .name { display: flex; align-items: center; gap: 12px; margin: 12px 0; font-weight: 600 }
    b {
      flex: none; display: grid; place-items: center; width: 40px; height: 40px; overflow: hidden;
      border-radius: 10px; color: #16211b; background: #fff; font-size: 20px;
    }
    img { width: 100% }
    .amount { font-size: 32px; font-weight: 700; line-height: 1.2 }
    .about, dl, .error { font-size: 14px }
    section { display: grid; gap: 12px; padding: 20px 24px 24px }
    dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px }
    dt, .note { color: #55635b }
    dd { text-align: right }
    .error { padding: 10px 14px; border-radius: 10px; color: #8c1d18; background: #fdecea }
    .note { font-size: 13px; text-align: center }
    button { min-height: 48px; padding: 0 16px; border: 0; border-radius: 12px; font: inherit; font-weight: 600; cursor: pointer }
    button:focus-visible { outline: 3px solid #1b6ef3; outline-offset: 2px }
    [aria-disabled=true] { opacity: .6 }
    .fail { color: #8c1d18; background: #fff; box-shadow: inset 0 0 0 1px #8a978f }
    .close { position: absolute; top: 8px; right: 8px; width: 48px; padding: 0; color: var(--ink); background: none; font-size: 24px }
    .close:focus-visible { outline-color: currentColor; outline-offset: -6px }`

  function el(name, attributes, ...children) {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    element.append(...children.filter(Boolean))
    return element
  }

  // Dark or white text, whichever has more contrast with this colour.
  function inkOn(color) {
    const light = (at) => (parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2
    return 0.21 * light(1) + 0.72 * light(3) + 0.07 * light(5) > 0.18 ? '#16211b' : '#fff'
  }

  function facts(values) {
    const known = Object.entries(values).filter(([, value]) => value)
    const items = known.flatMap(([label, value]) => [el('dt', {}, label), el('dd', {}, value)])
    return known.length > 0 && el('dl', {}, ...items)
  }

  window.Razorpay = class Razorpay {
    #options
    #listeners = []
    #finish

    constructor(options) {
      if (!options?.key) throw new Error('No key passed')
      this.#options = options
    }

    on(event, listener) {
      this.#listeners.push([event, listener])
      return this
    }

    open() {
      if (this.#finish) return
      const { key, amount, currency = 'INR', name = '', description, image } = this.#options
      const { prefill = {}, theme = {}, modal = {}, timeout } = this.#options
      const order = this.#options.order_id
      if (!order) throw new Error('No order_id passed')
      const color = /^#[0-9a-f]{6}$/i.test(theme.color) ? theme.color : '#166534'
      const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency })
      const money = rupees.format(amount / 100)
      const opener = document.activeElement

      const pay = el('button', { class: 'pay', autofocus: '' }, `Pay ${money}`)
      const fail = el('button', { class: 'fail' }, 'Fail payment')
      const close = el('button', { class: 'close', 'aria-label': 'Close' }, '×')
      const problem = el('div', { role: 'alert' })
      const mark = image ? el('img', { src: image, alt: '' }) : name.trim()[0] || '₹'
      const header = el('header', {})
      header.append(
        el('h2', { id: 'title' }, 'Test payment'),
        el('p', { class: 'name' }, el('b', { 'aria-hidden': true }, mark), el('span', {}, name)),
        el('p', { class: 'amount' }, money),
        el('p', { class: 'about' }, description),
      )
      const { email, contact } = prefill
      const about = facts({ Name: prefill.name, 'E-mail': email, Phone: contact })
      const note = el('p', { class: 'note' }, 'Sandbox: no real money moves')
      const body = el('section', {}, about, problem, pay, fail, note)
      const dialog = el('dialog', { 'aria-labelledby': 'title' }, header, body, close)
      dialog.style.setProperty('--brand', color)
      dialog.style.setProperty('--ink', inkOn(color))
      const host = el('div', {})

      let timer
      // Closes the widget once, then calls the page's callback.
      const finish = (tell) => {
        if (!host.isConnected) return
        clearTimeout(timer)
        dialog.close()
        host.remove()
        this.#finish = undefined
        tell?.()
        // Restore the focus only after the callback, which may enable the button again.
        setTimeout(() => document.activeElement === document.body && opener?.focus(), 50)
      }
      const dismiss = () => finish(modal.ondismiss)

      let busy = false
      // aria-disabled keeps the focus, so that Esc works while a call is pending.
      const wait = (waiting) => {
        busy = waiting
        for (const button of [pay, fail, close]) button.ariaDisabled = waiting
      }
      const leave = () => {
        if (!busy) dismiss()
      }
      const send = async (outcome) => {
        const response = await fetch(`/sandbox/payments/checkout/${order}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ outcome, key, amount, description, email, contact }),
        })
        return response.json()
      }
      const attempt = async (outcome) => {
        if (busy) return
        wait(true)
        problem.replaceChildren()
        const offline = { error: { description: 'No connection. Try again.' } }
        const answer = await send(outcome).catch(() => offline)
        wait(false)
        if (!host.isConnected) return
        if (!answer.error) return finish(() => this.#options.handler?.(answer))
        problem.append(el('p', { class: 'error' }, answer.error.description))
        pay.focus()
        // Only a decline of the bank is a failed payment; a refused call created none.
        if (!answer.error.metadata?.payment_id) return
        for (const [event, listener] of this.#listeners) {
          if (event === 'payment.failed') listener(answer)
        }
        if (this.#options.retry?.enabled === false) dismiss()
      }

      pay.onclick = () => attempt('paid')
      fail.onclick = () => attempt('failed')
      close.onclick = leave
      dialog.onclick = ({ target }) => target === dialog && modal.backdropclose && leave()
      // Browsers ignore a prevented `cancel` on the second Esc, so prevent the key event.
      dialog.onkeydown = dialog.oncancel = (event) => {
        if (event.type === 'keydown' && event.key !== 'Escape') return
        event.preventDefault()
        if (modal.escape !== false) leave()
      }
      dialog.onclose = dismiss

      const style = new CSSStyleSheet()
      style.replaceSync(sheetStyle)
      const root = host.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [style]
      root.append(dialog)
      document.body.append(host)
      this.#finish = dismiss
      dialog.showModal()
      if (timeout) timer = setTimeout(dismiss, timeout * 1000)
    }

    close() {
      this.#finish?.()
    }
  }
})()
