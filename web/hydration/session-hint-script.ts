/**
 * The constant inline script in the head of all pages. It reads the hint cookie before anything is painted, so that the
 * first picture of a page shows what a logged-in person sees: the profile icon, and no button that adds what may be in
 * the cart already. The HTML stays the same for everybody.
 */
export const sessionHintScript = `if(/(^|; *)(__Host-)?signed_in=1(;|$)/.test(document.cookie))document.documentElement.setAttribute('data-signed-in','')`
