/**
 * To be imported first. React chooses when it is loaded, by NODE_ENV, between what is fast and what helps whoever writes
 * pages (some three times slower); a shop that serves a build wants the first, whether it is one for the public or not.
 */
export const environment = { ...process.env }

if (!process.argv.includes('--without-pages')) process.env.NODE_ENV = 'production'
