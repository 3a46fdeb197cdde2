/**
 * The constant inline script in the head of all pages. It reads the hint cookie before the first paint, so that a logged-in
 * person never sees the page of a visitor: it shows the profile icon, and no button that adds a product of the cart again. The
 * HTML stays the same for everybody.
 */
export const sessionHintScript = `if(/(^|; *)(__Host-)?signed_in=1(;|$)/.test(document.cookie))document.documentElement.setAttribute('data-signed-in','')`
